import { queueCheckIns, rowOf } from '../../check-ins/queries/check-ins.ts';
import { takeNumbers } from '../../entries/queries/entry-numbers.ts';
import { formerRow } from '../../entries/queries/former-entries.ts';
import type { Database } from '../../platform/db/database.ts';
import { findCheckInDays, type WholeCheckIn } from './check-in-exports.ts';
import { insertRows } from './imports.ts';

/** The days of all stored check-ins, deleted ones too. */
export async function findStoredDays(db: Database, userId: string): Promise<ReadonlySet<string>> {
  return new Set(await findCheckInDays(db, userId, Number.MIN_SAFE_INTEGER));
}

/** Adds check-ins, and queues them for the spreadsheet. The caller's transaction must have locked the profile. */
export async function insertCheckIns(
  trx: Database,
  userId: string,
  checkIns: readonly WholeCheckIn[],
): Promise<void> {
  const first = (await takeNumbers(trx, userId, 'last_check_in_number', checkIns.length)) ?? 1;
  const rows = checkIns.map((checkIn, index) => rowOf(userId, checkIn, first + index));
  await insertRows(trx, 'check_ins', rows);
  await insertRows(
    trx,
    'former_entries',
    checkIns.flatMap((checkIn) => formerRowsOf(userId, checkIn)),
  );
  const queued = rows.map(({ check_in_number: number, day }) => ({ number, day }));
  await queueCheckIns(trx, userId, queued);
}

/** The texts of the former versions, as `addFormer` stores them. */
export function formerTextsOf(checkIn: WholeCheckIn): string[] {
  return formerRowsOf('', checkIn).map(({ former }) => former);
}

function formerRowsOf(userId: string, { day, formerVersions }: WholeCheckIn) {
  return formerVersions.map(({ replacedAt, ...values }) => {
    const former = { day, ...values };
    return formerRow(userId, 'checkIn', day, former, replacedAt);
  });
}
