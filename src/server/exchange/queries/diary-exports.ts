import { sql } from 'kysely';
import type { Instant } from '../../../domain/zone.ts';
import { halfHourOf, type StoredHalfHour } from '../../diary/queries/diary.ts';
import type { Database } from '../../platform/db/database.ts';
import { FORMER_COLUMNS, findKeys, type Whole, wholes } from './whole-entries.ts';

export type WholeHalfHour = Whole<StoredHalfHour, 'slot'>;

/**
 * The times at which the half-hours of a person's diary begin, in ascending order.
 *
 * @param deletedAfter includes half-hours that were deleted after this time; null includes no deleted ones
 */
export async function findSlots(
  db: Database,
  userId: string,
  deletedAfter: Instant | null,
): Promise<Instant[]> {
  return await findKeys(db, userId, 'diary_entries', sql.ref<number>('slot'), deletedAfter);
}

/**
 * Half-hours with all stored data, in the order of time. One statement reads them, so each half-hour is consistent,
 * either before or after a concurrent edit.
 */
export async function findWholeDiary(
  db: Database,
  userId: string,
  slots: readonly Instant[],
): Promise<WholeHalfHour[]> {
  const rows = await db
    .selectFrom('diary_entries')
    .leftJoin('former_values', (join) =>
      join
        .onRef('former_values.user_id', '=', 'diary_entries.user_id')
        .on('former_values.kind', '=', 'diary')
        .on('former_values.entry_id', '=', sql<string>`cast(diary_entries.slot as text)`),
    )
    .where('diary_entries.user_id', '=', userId)
    .where('diary_entries.slot', 'in', slots)
    .selectAll('diary_entries')
    .select(FORMER_COLUMNS)
    .orderBy('diary_entries.slot')
    .orderBy('former_values.version')
    .execute();
  return wholes(rows, ({ slot }) => String(slot), halfHourOf, valuesIn);
}

function valuesIn(former: string) {
  const { slot: _, ...values }: Omit<StoredHalfHour, 'version'> = JSON.parse(former);
  return values;
}
