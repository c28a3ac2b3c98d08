import { type ExpressionBuilder, sql } from 'kysely';
import { DAY_MS, type Instant } from '../../../domain/zone.ts';
import { type Author, isPerson, SELF } from '../../identity/authors.ts';
import type { Limits } from '../../limits.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { fail } from '../../platform/http/fail.ts';

/**
 * Counts the entries of all kinds and their text, and compares them with the limits of an account. The profile stores
 * the counts, because counting the entries themselves would take longer the more there are.
 */

/** What a change adds to an account. Negative numbers count what it removes. */
export interface Added {
  /**
   * What counts towards the author's daily limit of saves: new entries, except imported ones. If the author is a
   * caregiver, entries that they edit, delete or restore count too.
   */
  readonly saved: number;
  readonly entries: number;
  /** The bytes of `fields`, in UTF-8. Former versions are included. */
  readonly textBytes: number;
}

/** The limits for a change, and its time. */
export interface Measure {
  /** Without limits, a change is only counted. */
  readonly limits: Limits | undefined;
  readonly now: Instant;
}

export type LimitReached = 'tooManySaved' | 'tooManyEntries' | 'tooMuchText';

/** What an account holds after a change. */
export interface Counts {
  readonly savedToday: number;
  readonly entries: number;
  readonly textBytes: number;
}

/** The day of an instant in UTC, counted from 1970. The zone hardly matters, because the daily limit is high. */
export function dayOf(now: Instant): number {
  return Math.floor(now / DAY_MS);
}

/** The columns that an UPDATE with `addedTo` must return. */
export const COUNTS = ['saved_today as savedToday', 'entries', 'text_bytes as textBytes'] as const;

/** The columns of the profile to set in the UPDATE that counts a change. */
export function addedTo(
  row: ExpressionBuilder<Tables, 'profiles'>,
  { day, saved, entries, textBytes }: Added & { readonly day: number },
) {
  return {
    entries: row('entries', '+', entries),
    text_bytes: row('text_bytes', '+', textBytes),
    saved_today: row
      .case()
      .when('saved_day', '=', day)
      .then(row('saved_today', '+', saved))
      .else(saved)
      .end(),
    saved_day: day,
  };
}

/** The limit that the account exceeds after a change; the caller must then roll the transaction back. */
export function limitReached(
  { saved, entries, textBytes }: Added,
  held: Counts,
  limits: Limits | undefined,
): LimitReached | undefined {
  if (!limits) return undefined;
  if (saved > 0 && held.savedToday > limits.savedToday) return 'tooManySaved';
  if (entries > 0 && held.entries > limits.entries) return 'tooManyEntries';
  if (textBytes > 0 && held.textBytes > limits.textBytes) return 'tooMuchText';
  return undefined;
}

/**
 * Counts what a change adds, in the transaction of the change.
 *
 * @param by who saves it
 * @returns the limit that the account exceeds; the caller must then roll the transaction back
 */
export async function countAdded(
  trx: Database,
  userId: string,
  added: Added,
  { limits, now }: Measure,
  by: Author = SELF,
): Promise<LimitReached | undefined> {
  const day = dayOf(now);
  const held = await trx
    .updateTable('profiles')
    .set((row) => addedTo(row, { day, ...added, saved: savedByPerson(by, added) }))
    .where('user_id', '=', userId)
    .returning(COUNTS)
    .executeTakeFirst();
  return (
    held && limitReached(added, await heldFor(trx, userId, by, { day, ...added, held }), limits)
  );
}

/** The saves that count towards the person's daily limit. A caregiver's saves do not. */
export function savedByPerson(by: Author, { saved }: Pick<Added, 'saved'>): number {
  return isPerson(by) ? saved : 0;
}

/**
 * Adds a caregiver's saves to the caregiver's own daily count for this person, in the row of `caregivers`. Call it
 * after locking the profile's row, so that transactions lock both rows in the same order.
 *
 * @returns the account's counts, with the author's own `savedToday`
 * @throws userNotFound if the caregiver lost the right to log entries after the call began
 */
export async function heldFor(
  trx: Database,
  userId: string,
  by: Author,
  { day, saved, held }: Pick<Added, 'saved'> & { readonly day: number; readonly held: Counts },
): Promise<Counts> {
  if (isPerson(by) || saved === 0) return held;
  const counted = await trx
    .updateTable('caregivers')
    .set({
      saved_today: sql<number>`case when saved_day = ${day} then saved_today + ${saved} else ${saved} end`,
      saved_day: day,
    })
    .where('user_id', '=', userId)
    .where('caregiver_id', '=', by.id)
    .where('may', '=', 'log')
    .returning('saved_today as savedToday')
    .executeTakeFirst();
  if (!counted) throw fail('userNotFound');
  return { ...held, ...counted };
}

/**
 * Counts entries that a caregiver edits, deletes or restores towards the caregiver's daily limit of saves. The limit is
 * needed because each change stores a former version or account activity. Changes by the person are not counted.
 *
 * @throws tooManySaved, or userNotFound if the caregiver lost the right to log entries after the call began
 */
export async function countChanged(
  trx: Database,
  userId: string,
  by: Author,
  { changed, limits, now }: Measure & { readonly changed: number },
): Promise<void> {
  if (isPerson(by)) return;
  const added = { saved: changed, entries: 0, textBytes: 0 };
  const nothing = { savedToday: 0, entries: 0, textBytes: 0 };
  const held = await heldFor(trx, userId, by, { day: dayOf(now), saved: changed, held: nothing });
  const reached = limitReached(added, held, limits);
  if (reached) throw fail(reached);
}

/** Finds the limit that an import would exceed, without counting the import. */
export async function findLimitReached(
  db: Database,
  userId: string,
  added: Added,
  limits: Limits | undefined,
): Promise<LimitReached | undefined> {
  const held = await db
    .selectFrom('profiles')
    .select(['entries', 'text_bytes as textBytes'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!held) return undefined;
  const entries = held.entries + added.entries;
  const textBytes = held.textBytes + added.textBytes;
  return limitReached(added, { entries, textBytes, savedToday: added.saved }, limits);
}
