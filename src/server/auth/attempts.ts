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
 * @param limited what the try counts against, in this order: a try that the first refuses does not count
 *   against the second, so that nobody can lock an account from an address that is already refused
 * @param attempt answers undefined where it failed
 * @throws tooManyAttempts, without making the try
 */
export async function limitAttempts<Result>(
  { db, clock }: Context,
  limited: readonly string[],
  attempt: () => Promise<Result | undefined>,
): Promise<Result | undefined> {
  const now = clock();
  const counted: string[] = [];
  const forget = async () => {
    for (const key of counted) await forgetAttempt(db, key, now);
  };
  for (const text of limited) {
    const key = createHash('sha256').update(text).digest('hex');
    if (!(await countAttempt(db, key, LIMIT, now))) {
      await forget();
      throw fail('tooManyAttempts');
    }
    counted.push(key);
  }
  const result = await attempt();
  if (result !== undefined) await forget();
  return result;
}
