import type { FastifyRequest } from 'fastify';
import { errors } from '../../contract/errors.ts';
import type { Context } from '../context.ts';
import { type CallError, fail } from '../platform/http/fail.ts';
import { byNetwork, limitAttempts } from './attempts.ts';
import { type Limited, limited, limitedKey } from './counted.ts';
import { noteFailedTry } from './failed-tries.ts';
import type { Lane } from './hash-queue.ts';
import type { KnownBrowser } from './known-browsers.ts';
import { networksOf } from './networks.ts';
import { attemptsOf, countAnyway, isExhausted } from './queries/attempts.ts';
import type { CodeCheck } from './queries/codes.ts';
import { addWarning } from './queries/warnings.ts';

/** Someone who guesses a password or a code of an address. */
interface Guesser {
  /** The address as typed, trimmed and in lower case. It may have no account. */
  readonly email: string;
  /** The browser, if it is known to the account with this address. */
  readonly browser: KnownBrowser | undefined;
}

/**
 * Runs the check of a password. In a known browser it counts only against the tries of that browser, until these are
 * used up. Elsewhere it counts against the request's networks, the account's tries in a minute, and the budget of the
 * address (DECISIONS 43). When the budget is spent, even the right password is refused, because otherwise it would be
 * no limit to guesses.
 *
 * @param check resolves with undefined if the password is wrong
 * @param spent the error of a spent budget, by default for somebody who is signing in
 * @throws tooManyAttempts, budgetSpent, unavailable
 */
export async function limitPasswords<Result>(
  context: Context,
  request: FastifyRequest,
  { email, browser }: Guesser,
  check: (lane: Lane) => Promise<Result | undefined>,
  spent = budgetSpent(context),
): Promise<Result | undefined> {
  const { limits } = context;
  const own = await triesLeft(context, browser);
  const counts = own
    ? [own.limited]
    : [
        ...byNetwork(context, request, limits.attempts),
        { ...limited(context, 'wrongGuesses', email), refusal: spent },
        limited(context, 'tries', email),
      ];
  const lane = own?.lane ?? laneOf(request);
  const result = await limitAttempts(context, counts, () => check(lane));
  if (result !== undefined) return result;
  await noteFailedTry(context, email);
  if (!own) await warnIfMany(context, email);
  return undefined;
}

/**
 * Runs the check of an emailed code. A spent budget does not refuse it, so that an emailed code works in any case; each
 * code has five tries of its own, and `requireBudget` refuses to email further codes. A wrong code counts in the budget.
 *
 * @throws tooManyAttempts, unavailable
 */
export async function limitCodes(
  context: Context,
  request: FastifyRequest,
  { email, browser }: Guesser,
  check: (lane: Lane) => Promise<CodeCheck>,
): Promise<CodeCheck> {
  const own = await triesLeft(context, browser);
  const limited = own ? [own.limited] : byNetwork(context, request, context.limits.attempts);
  const lane = own?.lane ?? laneOf(request);
  let outcome = 'gone' as CodeCheck;
  await limitAttempts(context, limited, async () => {
    outcome = await check(lane);
    return outcome === 'right' ? outcome : undefined;
  });
  if (outcome !== 'wrong') return outcome;
  if (own) await noteFailedTry(context, email);
  else await countWrongCode(context, email);
  return outcome;
}

/** Counts a wrong code in the budget of an address, even if that is spent, and in the account's activity. */
export async function countWrongCode(context: Context, email: string): Promise<void> {
  const { db, clock } = context;
  const { key, limit } = limitedKey(context, 'wrongGuesses', email);
  await db.transaction().execute((trx) => countAnyway(trx, key, limit, clock()));
  await noteFailedTry(context, email);
  await warnIfMany(context, email);
}

/**
 * Refuses to email a code whose address has no guesses left, because a code of six digits can be guessed.
 *
 * @throws budgetSpent
 */
export async function requireBudget(context: Context, { email, browser }: Guesser): Promise<void> {
  const { db, clock } = context;
  if (await triesLeft(context, browser)) return;
  const { key, limit } = limitedKey(context, 'wrongGuesses', email);
  if (await isExhausted(db, key, limit, clock())) throw budgetSpent(context);
}

/** The limit of a known browser, and its lane in the queue of hashes; undefined once its tries are used up. */
async function triesLeft(
  { db, secrets, limits, clock }: Context,
  browser: KnownBrowser | undefined,
): Promise<{ readonly limited: Limited; readonly lane: Lane } | undefined> {
  if (!browser) return undefined;
  const { knownBrowser: limit } = limits;
  if (await isExhausted(db, secrets.keyedHash(browser.tries), limit, clock())) return undefined;
  return { limited: { of: browser.tries, limit }, lane: { key: browser.userId, isKnown: true } };
}

/** The lane of a browser that is not known: its widest network, so that a flood from many addresses has one lane. */
export function laneOf(request: FastifyRequest): Lane {
  return { key: networksOf(request)[2], isKnown: false };
}

/** The error of a spent budget. It names a way in that exists on this server. */
function budgetSpent({ config }: Context): CallError {
  if (config.smtpUrl) return fail('budgetSpent');
  const { message } = errors.budgetSpentWithoutMail;
  return fail('budgetSpentWithoutMail', {
    error: `${message} If you have none, write to ${config.supportEmail}.`,
  });
}

/**
 * Queues a letter once an address has many wrong passwords and codes, at most one a week. The job that sends it looks
 * up whether the address is a proven one of an account, so that the time of the answer does not reveal it.
 */
async function warnIfMany(context: Context, email: string): Promise<void> {
  const { db, limits, outbox, jobs, clock } = context;
  const now = clock();
  const wrong = limitedKey(context, 'wrongGuesses', email);
  if ((await attemptsOf(db, wrong, now)) < limits.warnAfter) return;
  const warnings = limitedKey(context, 'warnings', email);
  if (await isExhausted(db, warnings.key, warnings.limit, now)) return;
  const letter = { kind: 'failedTries', times: limits.warnAfter } as const;
  const mail = outbox.enclose({ to: email, letter, toProvenOnly: true });
  if (await addWarning(db, { ...warnings, letter: mail }, now)) jobs.wake('mail');
}
