import { sql } from 'kysely';
import type { CalendarDate, Instant } from '../../../domain/zone.ts';
import { checkInOf, type StoredCheckIn } from '../../check-ins/queries/check-ins.ts';
import type { Database } from '../../platform/db/database.ts';
import { FORMER_COLUMNS, findKeys, type Whole, wholes } from './whole-entries.ts';

export type WholeCheckIn = Whole<StoredCheckIn, 'day'>;

/**
 * The days of a person's check-ins, in ascending order.
 *
 * @param deletedAfter includes check-ins that were deleted after this time; null includes no deleted ones
 */
export async function findCheckInDays(
  db: Database,
  userId: string,
  deletedAfter: Instant | null,
): Promise<CalendarDate[]> {
  return await findKeys(db, userId, 'check_ins', sql.ref<string>('day'), deletedAfter);
}

/**
 * Check-ins with all stored data, in the order of days. One statement reads them, so each check-in is consistent,
 * either before or after a concurrent edit.
 */
export async function findWholeCheckIns(
  db: Database,
  userId: string,
  days: readonly CalendarDate[],
): Promise<WholeCheckIn[]> {
  const rows = await db
    .selectFrom('check_ins')
    .leftJoin('former_entries', (join) =>
      join
        .onRef('former_entries.user_id', '=', 'check_ins.user_id')
        .on('former_entries.kind', '=', 'checkIn')
        .onRef('former_entries.entry_id', '=', 'check_ins.day'),
    )
    .where('check_ins.user_id', '=', userId)
    .where('check_ins.day', 'in', days)
    .selectAll('check_ins')
    .select(FORMER_COLUMNS)
    .orderBy('check_ins.day')
    .orderBy('former_entries.version')
    .execute();
  return wholes(rows, ({ day }) => day, checkInOf, valuesIn);
}

function valuesIn(former: string) {
  const { day: _, ...values }: Omit<StoredCheckIn, 'version'> = JSON.parse(former);
  return values;
}
