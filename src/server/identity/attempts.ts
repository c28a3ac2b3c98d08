import type { FastifyRequest } from 'fastify';
import type { ProviderKey } from '../../contract/providers.ts';
import { DAY_MS } from '../../domain/zone.ts';
import type { Context } from '../context.ts';
import type { RateLimit } from '../limits.ts';
import type { Database } from '../platform/db/database.ts';
import { isStorageFault, isUnavailable } from '../platform/db/unavailable.ts';
import { CallError, fail } from '../platform/http/fail.ts';
import { type Limited, limited } from './counted.ts';
import { addressOf, networksOf } from './networks.ts';
import {
  countAttempt,
  countForAll,
  findExhausted,
  forgetAttempt,
  type LimitedKey,
} from './queries/attempts.ts';
import type { Admission } from './queries/new-accounts.ts';

/** The limits of the networks that a request comes from. Wider networks have higher limits. */
export function byNetwork(
  { limits }: Pick<Context, 'limits'>,
  request: FastifyRequest,
  limit: RateLimit,
  what = '',
): readonly (Limited & { readonly countsBusy: boolean })[] {
  return networksOf(request).map((network, index) => ({
    of: `${what}${network}`,
    limit: { ...limit, max: limit.max * (limits.widerNetworks[index] ?? 1) },
    countsBusy: true,
  }));
}

/**
 * Runs an attempt under the rate limits. The attempt is counted before it is made, so that parallel attempts cannot
 * slip through, and un-counted when it succeeds. If a limit is reached already, nothing is written.
 *
 * @param limited what the attempt counts against, in the same order for all attempts of a kind. If one limit is
 *   reached, the attempt counts for none, so that nobody can lock an account from an IP address that is already blocked
 * @param attempt resolves with undefined if it failed
 * @throws the first reached limit's refusal, without making the attempt
 */
export async function limitAttempts<Result>(
  context: Pick<Context, 'db' | 'secrets' | 'clock'>,
  limited: readonly Limited[],
  attempt: () => Promise<Result | undefined>,
): Promise<Result | undefined> {
  const { db, clock } = context;
  const now = clock();
  const keys = keysOf(context, limited);
  const exhausted = (await findExhausted(db, keys, now)) ?? (await countForAll(db, keys, now));
  if (exhausted) throw exhausted.refusal ?? fail('tooManyAttempts');
  try {
    const result = await attempt();
    if (result !== undefined) await forgetAttempt(db, keys, now);
    return result;
  } catch (error) {
    // The server could not make the attempt, so the client learned nothing from it: un-count it. Busy-ness that the
    // client's own network may have caused still counts for that network. If un-counting fails, the count expires.
    const uncounted = isBusy(error) ? keys.filter(({ countsBusy }) => !countsBusy) : keys;
    if (isBusy(error) || isUnavailable(error) || isStorageFault(error)) {
      await forgetAttempt(db, uncounted, now).catch(() => {});
    }
    throw error;
  }
}

/**
 * Counts an attempt that has already failed. The caller neither counts nor rejects attempts with the right secret, so
 * that other people at the same IP address cannot lock out the holder of the secret with wrong attempts.
 *
 * @throws tooManyAttempts
 */
export async function limitFailedTry(context: Context, limited: readonly Limited[]): Promise<void> {
  await limitAttempts(context, limited, async () => undefined);
}

function isBusy(error: unknown): boolean {
  return error instanceof CallError && error.code === 'unavailable';
}

function keysOf({ secrets }: Pick<Context, 'secrets'>, limited: readonly Limited[]) {
  return limited.map((each) => ({ ...each, key: secrets.keyedHash(each.of) }));
}

/**
 * Counts the letter of an invitation against the account and the address that is invited.
 *
 * @returns false if one of the limits is reached; then the letter counts for none
 */
export async function countInvitation(
  context: Context,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<boolean> {
  return await countLetter(context, [
    limited(context, 'invitations', from),
    limited(context, 'invitationsTo', to),
  ]);
}

/** The part of the letters to strangers that one network may cause: a fifth. */
const NETWORK_SHARE = 5;

/**
 * Counts a letter to an address that may have no account. It counts whether or not the address has one: otherwise the
 * letters that are left would tell which addresses have an account.
 *
 * @param from the address of the account that causes the letter, if one does
 * @returns false if a limit is reached; then the letter may go to an account only
 */
export async function countStranger(
  context: Context,
  request: FastifyRequest,
  from?: string,
): Promise<boolean> {
  const { config } = context;
  if (config.smtpUrl === undefined) return true;
  const [, , network] = networksOf(request);
  const daily = (max: number) => ({ max, windowMs: DAY_MS });
  const share = Math.max(1, Math.floor(config.strangerLetters / NETWORK_SHARE));
  return await countLetter(context, [
    ...(from ? [limited(context, 'strangers', from)] : []),
    { of: `letters to strangers from ${network}`, limit: daily(share) },
    { of: 'letters to strangers', limit: daily(config.strangerLetters) },
  ]);
}

/** Counts a letter for each of these, or for none if one limit is reached. @returns whether it was counted */
async function countLetter(context: Context, limited: readonly Limited[]): Promise<boolean> {
  const { db, clock } = context;
  const keys = keysOf(context, limited);
  const now = clock();
  const exhausted = (await findExhausted(db, keys, now)) ?? (await countForAll(db, keys, now));
  return exhausted === undefined;
}

/**
 * The limit of uploaded bytes is divided into this many steps. A file counts as its size in steps, rounded up. The
 * stored row of an IP address has a time for each step, so counting steps instead of bytes keeps the row small.
 */
const IMPORT_STEPS = 512;
const IMPORTED = 'imported from ';

/**
 * Counts the upload of a file against the networks of the request, the narrowest first: what a narrow network may not
 * upload does not count for the wider ones.
 *
 * @throws tooMuchImported
 */
export async function limitImportedBytes(
  context: Context,
  request: FastifyRequest,
  bytes: number,
): Promise<void> {
  const { db, limits, clock } = context;
  for (const measured of keysOf(
    context,
    byNetwork(context, request, limits.importedBytes, IMPORTED),
  )) {
    if (!(await countImportedBytes(db, measured, bytes, clock()))) throw fail('tooMuchImported');
  }
}

/** The rate-limit key for the imports from an IP address. */
export function importKeyOf({ secrets }: Context, request: FastifyRequest): string {
  return secrets.keyedHash(`${IMPORTED}${addressOf(request)}`);
}

/** Counts bytes of imports against an IP address. @returns false if the limit is reached */
export async function countImportedBytes(
  db: Database,
  { key, limit }: LimitedKey,
  bytes: number,
  now: number,
): Promise<boolean> {
  const times = Math.ceil((bytes * IMPORT_STEPS) / limit.max);
  return await countAttempt(db, key, { ...limit, max: IMPORT_STEPS }, now, times);
}

/**
 * The rules for an account that is created by the request. With OIDC_ONLY, only the operator's own provider makes one.
 * The pages with the buttons for providers and links show the
 * privacy notice, so a press on them agrees to it.
 */
export function admissionOf(
  context: Context,
  request: FastifyRequest,
  by?: ProviderKey,
): Admission {
  const { config, limits } = context;
  const networks = byNetwork(context, request, limits.newAccounts, 'new accounts from ');
  const { oidcOnly, privacyUrl: agreedTo } = config;
  const signUp = oidcOnly && by !== 'oidc' ? 'closed' : config.signUp;
  return { signUp, networks: keysOf(context, networks), agreedTo };
}
