import type { Limits } from '../../limits.ts';
import type { Database } from '../../platform/db/database.ts';
import { lockTries, writeTries } from './attempts.ts';

/** When the next letter to an address is or may be sent, and whether it is one that waits already. */
export interface Turn {
  readonly at: number;
  readonly isWaiting: boolean;
}

/**
 * The next letter's turn: at once while the limit of `mails` is not reached, and otherwise `mailAnywayMs` after the last
 * one. At most one letter waits.
 *
 * @param sent the times of the letters; the last may lie ahead
 */
export function nextTurn(
  sent: readonly number[],
  { mails, mailAnywayMs }: Pick<Limits, 'mails' | 'mailAnywayMs'>,
  now: number,
): Turn {
  const last = Math.max(0, ...sent);
  if (last > now) return { at: last, isWaiting: true };
  const counting = sent.filter((at) => at > now - mails.windowMs);
  const at = counting.length < mails.max ? now : Math.max(now, last + mailAnywayMs);
  return { at, isWaiting: false };
}

/**
 * Plans a letter for the next turn. A refused one only reads.
 *
 * @param letters.mayWait false for letters that are sent at once or not at all
 */
export async function planLetter(
  db: Database,
  letters: {
    readonly key: string;
    readonly limits: Pick<Limits, 'mails' | 'mailAnywayMs'>;
    readonly mayWait: boolean;
  },
  now: number,
): Promise<{ readonly at: number; readonly isPlanned: boolean }> {
  const { key, limits, mayWait } = letters;
  const isRefused = ({ at, isWaiting }: Turn) => isWaiting || (!mayWait && at > now);
  const row = await db
    .selectFrom('attempts')
    .select('tries')
    .where('limit_key', '=', key)
    .executeTakeFirst();
  const seen = nextTurn(row ? JSON.parse(row.tries) : [], limits, now);
  if (isRefused(seen)) return { at: seen.at, isPlanned: false };
  return await db.transaction().execute(async (trx) => {
    const sent = await lockTries(trx, key, now);
    const turn = nextTurn(sent, limits, now);
    if (isRefused(turn)) return { at: turn.at, isPlanned: false };
    const kept = sent.filter((at) => at > now - limits.mails.windowMs);
    await writeTries(trx, key, [...kept, turn.at], limits.mails);
    return { at: turn.at, isPlanned: true };
  });
}
