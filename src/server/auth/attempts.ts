import { createHash } from 'node:crypto';
import type { Context } from '../context.ts';
import { countAttempt, forgetAttempt } from '../db/attempts.ts';
import { fail } from '../fail.ts';

/**
 * At most ten failed tries in any minute, for an account and for an address (DECISIONS 6). A try is
 * counted before it is made, so that tries at once cannot slip through, and taken back when it succeeds.
 */
const LIMIT = { max: 10, windowMs: 60_000 };

export const ATTEMPTS_KEPT_MS = LIMIT.windowMs;

/**
 * Makes a try under the limits.
 *
 * @param limited what the try counts against, such as an account and an address
 * @param attempt answers undefined where it failed
 * @throws tooManyAttempts, without making the try
 */
export async function limitAttempts<Result>(
  { db, clock }: Context,
  limited: readonly string[],
  attempt: () => Promise<Result | undefined>,
): Promise<Result | undefined> {
  const keys = limited.map((text) => createHash('sha256').update(text).digest('hex'));
  const counts = [];
  for (const key of keys) counts.push(await countAttempt(db, key, LIMIT, clock()));
  if (counts.some((count) => count > LIMIT.max)) throw fail('tooManyAttempts');
  const result = await attempt();
  if (result !== undefined) for (const key of keys) await forgetAttempt(db, key);
  return result;
}
