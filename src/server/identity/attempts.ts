import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import type { RateLimit } from '../limits.ts';
import type { Database } from '../platform/db/database.ts';
import { isStorageFault, isUnavailable } from '../platform/db/unavailable.ts';
import { CallError, fail } from '../platform/http/fail.ts';
import { countAttempt, countLocked, forgetAttempt, isExhausted } from './queries/attempts.ts';
import type { Admission } from './queries/new-accounts.ts';

/**
 * Runs an attempt under the rate limits. The attempt is counted before it is made, so that parallel attempts cannot
 * slip through, and un-counted when it succeeds. If a limit is reached already, nothing is written.
 *
 * @param limited the keys that the attempt counts against, in order. If the first key has reached its limit, the second
 *   is not counted, so that nobody can lock an account from an IP address that is already blocked.
 * @param attempt resolves with undefined if it failed
 * @throws tooManyAttempts without making the attempt
 */
export async function limitAttempts<Result>(
  { db, secrets, clock, limits }: Context,
  limited: readonly string[],
  attempt: () => Promise<Result | undefined>,
): Promise<Result | undefined> {
  const now = clock();
  const keys = limited.map((text) => secrets.keyedHash(text));
  for (const key of keys) {
    if (await isExhausted(db, key, limits.attempts, now)) throw fail('tooManyAttempts');
  }
  const counted: string[] = [];
  const forget = async () => {
    for (const key of counted) await forgetAttempt(db, key, now);
  };
  for (const key of keys) {
    if (!(await countLocked(db, key, limits.attempts, now))) {
      await forget();
      throw fail('tooManyAttempts');
    }
    counted.push(key);
  }
  try {
    const result = await attempt();
    if (result !== undefined) await forget();
    return result;
  } catch (error) {
    // The server could not make the attempt, so the client learned nothing from it: un-count it. If un-counting fails,
    // the count expires in a minute.
    if (couldNotBeMade(error)) await forget().catch(() => {});
    throw error;
  }
}

/**
 * Counts an attempt that has already failed. The caller neither counts nor rejects attempts with the right secret, so
 * that other people at the same IP address cannot lock out the holder of the secret with wrong attempts.
 *
 * @throws tooManyAttempts
 */
export async function limitFailedTry(context: Context, limited: readonly string[]): Promise<void> {
  await limitAttempts(context, limited, async () => undefined);
}

function couldNotBeMade(error: unknown): boolean {
  if (error instanceof CallError) return error.code === 'unavailable';
  return isUnavailable(error) || isStorageFault(error);
}

/**
 * Counts an emailed code or link against the recipient's address, whether or not that address has an account, and
 * against the requester's IP address.
 *
 * @throws tooManyAttempts
 */
export async function limitMail(
  context: Context,
  request: FastifyRequest,
  email: string,
): Promise<void> {
  const { mailRequests, mails } = context.limits;
  await countAgainst(context, `mail for ${addressOf(request)}`, mailRequests);
  await countAgainst(context, mailTo(email), mails);
}

/**
 * Counts the start of an OAuth flow against the IP address.
 *
 * @throws tooManyAttempts
 */
export async function limitOAuthFlows(context: Context, request: FastifyRequest): Promise<void> {
  const { oauthFlows } = context.limits;
  await countAgainst(context, `OAuth flows from ${addressOf(request)}`, oauthFlows);
}

/**
 * Counts a browser's error report against its IP address.
 *
 * @throws tooManyAttempts
 */
export async function limitErrorReports(context: Context, request: FastifyRequest): Promise<void> {
  const { errorReports } = context.limits;
  await countAgainst(context, `errors from ${addressOf(request)}`, errorReports);
}

/**
 * Counts an emailed report against its recipient. Reports have a count of their own, so that they do not use up the
 * limit of emailed codes and links.
 *
 * @throws tooManyAttempts
 */
export async function limitReportMails(context: Context, email: string): Promise<void> {
  await countAgainst(context, reportMailTo(email), context.limits.mails);
}

/**
 * Counts a report against an account, whether or not the report succeeds.
 *
 * @throws tooManyAttempts
 */
export async function limitReports(context: Context, email: string): Promise<void> {
  await countAgainst(context, reportsOf(email), context.limits.work);
}

/**
 * Counts a PDF for a reader against the link, so that readers do not use up the owner's limit of reports.
 *
 * @throws tooManyAttempts
 */
export async function limitSharedReports(context: Context, shareId: string): Promise<void> {
  await countAgainst(context, shareReportsOf(shareId), context.limits.work);
}

/**
 * Counts a test of the push messages against an account.
 *
 * @throws tooManyAttempts
 */
export async function limitPushTests(context: Context, email: string): Promise<void> {
  await countAgainst(context, pushTestsOf(email), context.limits.work);
}

/**
 * Counts an invitation against the account and the address that is invited.
 *
 * @throws tooManyAttempts
 */
export async function limitInvitations(
  context: Context,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  const { invitations, mails } = context.limits;
  await countAgainst(context, invitationsOf(from), invitations);
  await countAgainst(context, invitationTo(to), mails);
}

/**
 * Counts an import or an import preview against an account.
 *
 * @throws tooManyAttempts
 */
export async function limitImports(context: Context, email: string): Promise<void> {
  await countAgainst(context, importsOf(email), context.limits.work);
}

/**
 * Counts the upload of a large file against an account, before its content is known.
 *
 * @throws tooManyAttempts
 */
export async function limitFiles(context: Context, email: string): Promise<void> {
  await countAgainst(context, filesOf(email), context.limits.work);
}

/**
 * The limit of uploaded bytes is divided into this many steps. A file counts as its size in steps, rounded up. The
 * stored row of an IP address has a time for each step, so counting steps instead of bytes keeps the row small.
 */
const IMPORT_STEPS = 512;

/**
 * Counts the upload of a file against the IP address.
 *
 * @throws tooMuchImported
 */
export async function limitImportedBytes(
  context: Context,
  request: FastifyRequest,
  bytes: number,
): Promise<void> {
  const { db, limits, clock } = context;
  const measured = { key: importKeyOf(context, request), limit: limits.importedBytes };
  if (!(await countImportedBytes(db, measured, bytes, clock()))) throw fail('tooMuchImported');
}

/** The rate-limit key for the imports from an IP address. */
export function importKeyOf({ secrets }: Context, request: FastifyRequest): string {
  return secrets.keyedHash(`imported from ${addressOf(request)}`);
}

/** Counts bytes of imports against an IP address. @returns false if the limit is reached */
export async function countImportedBytes(
  db: Database,
  { key, limit }: { readonly key: string; readonly limit: RateLimit },
  bytes: number,
  now: number,
): Promise<boolean> {
  const times = Math.ceil((bytes * IMPORT_STEPS) / limit.max);
  return await countAttempt(db, key, { ...limit, max: IMPORT_STEPS }, now, times);
}

/**
 * Counts something against a limit.
 *
 * @param limited what the limit is for; stored as a keyed hash
 * @throws tooManyAttempts if the limit is reached
 */
async function countAgainst(
  { db, secrets, clock }: Context,
  limited: string,
  limit: RateLimit,
): Promise<void> {
  const key = secrets.keyedHash(limited);
  if (!(await countAttempt(db, key, limit, clock()))) throw fail('tooManyAttempts');
}

/** The rules for an account that is created from the request's IP address. */
export function admissionOf(
  { config, limits, secrets }: Context,
  request: FastifyRequest,
): Admission {
  return {
    signUp: config.signUp,
    limit: limits.newAccounts,
    key: secrets.keyedHash(`new accounts from ${addressOf(request)}`),
  };
}

/**
 * The key and the limit of the letters to an account about people whom a provider signed in with the account's address,
 * and to whom the account did not open.
 */
export function refusedProviderLetters({ secrets, limits }: Context, email: string) {
  const key = secrets.keyedHash(refusedProvidersOf(email));
  return { key, limit: limits.refusedProviderLetters };
}

/** All rate-limit keys of an account. */
export function attemptKeysOf({ secrets }: Pick<Context, 'secrets'>, email: string): string[] {
  const limited = [
    ...[accountOf, mailTo, reportMailTo, reportsOf, pushTestsOf, importsOf, filesOf],
    ...[invitationsOf, invitationTo, refusedProvidersOf],
  ];
  return limited.map((of) => secrets.keyedHash(of(email)));
}

/** All rate-limit keys of these links. */
export function shareKeysOf(
  { secrets }: Pick<Context, 'secrets'>,
  shareIds: readonly string[],
): string[] {
  return shareIds.flatMap((id) =>
    [shareTriesOf, shareReportsOf].map((of) => secrets.keyedHash(of(id))),
  );
}

/** The rate-limit key for attempts to open a link with a wrong secret. */
export function shareTriesOf(shareId: string): string {
  return `tries to open ${shareId}`;
}

function shareReportsOf(shareId: string): string {
  return `reports of ${shareId}`;
}

/** The rate-limit key for attempts on an account. */
export function accountOf(email: string): string {
  return `account ${email}`;
}

function reportsOf(email: string): string {
  return `reports of ${email}`;
}

function pushTestsOf(email: string): string {
  return `push tests of ${email}`;
}

function importsOf(email: string): string {
  return `imports of ${email}`;
}

function filesOf(email: string): string {
  return `files of ${email}`;
}

function invitationsOf(email: string): string {
  return `invitations of ${email}`;
}

function invitationTo(email: string): string {
  return `invitation to ${email}`;
}

function refusedProvidersOf(email: string): string {
  return `refused providers of ${email}`;
}

function mailTo(email: string): string {
  return `mail to ${email}`;
}

function reportMailTo(email: string): string {
  return `report mail to ${email}`;
}

/**
 * The rate-limit key for attempts from an IP address, as reported by the proxies of TRUST_PROXY. IPv6
 * addresses count by their first 64 bits, because one household can use all addresses below that prefix.
 */
export function addressOf(request: FastifyRequest): string {
  const ip = withoutPort(request.ip);
  if (isIP(ip) !== 6) return `address ${ip}`;
  const mapped = /^::ffff:([\d.]+)$/i.exec(ip)?.[1];
  return `address ${mapped ?? networkOf(ip)}`;
}

/** Some proxies append the port, which differs for each connection. */
function withoutPort(ip: string): string {
  const [, six, four] = /^(?:\[(.+)\]|([\d.]+)):\d+$/.exec(ip) ?? [];
  return six ?? four ?? ip;
}

function networkOf(ip: string): string {
  const [head = '', tail] = (ip.split('%')[0] ?? '').toLowerCase().split('::');
  const groups = head.split(':').filter(Boolean);
  const after = tail?.split(':').filter(Boolean) ?? [];
  const zeros = Array.from({ length: 8 - groups.length - after.length }, () => '0');
  const whole = tail === undefined ? groups : [...groups, ...zeros, ...after];
  return whole
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}
