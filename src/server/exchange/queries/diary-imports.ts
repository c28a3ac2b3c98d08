import type { Instant } from '../../../domain/zone.ts';
import { rowOf } from '../../diary/queries/diary.ts';
import type { Database } from '../../platform/db/database.ts';
import { findSlots, type WholeHalfHour } from './diary-exports.ts';
import { parts } from './imports.ts';

/** When all stored half-hours begin, deleted ones too. */
export async function findStoredSlots(db: Database, userId: string): Promise<ReadonlySet<Instant>> {
  return new Set(await findSlots(db, userId, Number.MIN_SAFE_INTEGER));
}

/** Adds half-hours of the diary. The caller's transaction must have locked the profile. */
export async function insertDiary(
  trx: Database,
  userId: string,
  halfHours: readonly WholeHalfHour[],
): Promise<void> {
  for (const some of parts(halfHours.map((each) => rowOf(userId, each)))) {
    await trx.insertInto('diary_entries').values(some).execute();
  }
  for (const some of parts(halfHours.flatMap((each) => formerRowsOf(userId, each)))) {
    await trx.insertInto('former_entries').values(some).execute();
  }
}

/** The former versions, as `addFormers` stores them. */
function formerRowsOf(user_id: string, { slot, formerVersions }: WholeHalfHour) {
  return formerVersions.map(({ version, replacedAt, ...values }) => ({
    user_id,
    kind: 'diary',
    entry_id: String(slot),
    version,
    former: JSON.stringify({ slot, ...values }),
    replaced_at: replacedAt,
    deleted_at: values.deletedAt,
  }));
}
