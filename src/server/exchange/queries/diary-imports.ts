import type { Instant } from '../../../domain/zone.ts';
import { rowOf } from '../../diary/queries/diary.ts';
import { formerRow } from '../../entries/queries/former-values.ts';
import type { Database } from '../../platform/db/database.ts';
import { findSlots, type WholeHalfHour } from './diary-exports.ts';
import { insertRows } from './imports.ts';

/** The starts of all stored half-hours, deleted ones too. */
export async function findStoredSlots(db: Database, userId: string): Promise<ReadonlySet<Instant>> {
  return new Set(await findSlots(db, userId, Number.MIN_SAFE_INTEGER));
}

/** Adds half-hours of the diary. The caller's transaction must have locked the profile. */
export async function insertDiary(
  trx: Database,
  userId: string,
  halfHours: readonly WholeHalfHour[],
): Promise<void> {
  await insertRows(
    trx,
    'diary_entries',
    halfHours.map((each) => rowOf(userId, each)),
  );
  await insertRows(
    trx,
    'former_values',
    halfHours.flatMap((each) => formerRowsOf(userId, each)),
  );
}

/** The former versions, as `addFormers` stores them. */
function formerRowsOf(userId: string, { slot, formerVersions }: WholeHalfHour) {
  return formerVersions.map(({ replacedAt, ...values }) => {
    const former = { slot, ...values };
    return formerRow(userId, 'diary', String(slot), former, replacedAt);
  });
}
