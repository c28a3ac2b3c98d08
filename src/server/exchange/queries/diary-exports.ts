import { sql } from 'kysely';
import type { Instant } from '../../../domain/zone.ts';
import { halfHourOf, type StoredHalfHour } from '../../diary/queries/diary.ts';
import type { Database } from '../../platform/db/database.ts';
import { FORMER_COLUMNS, type Former, isKept, wholes } from './whole-entries.ts';

export type HalfHourValues = Omit<StoredHalfHour, 'slot' | 'version'>;

/** A half-hour of the diary with the values that were replaced, the oldest first. */
export interface WholeHalfHour extends StoredHalfHour {
  readonly formerVersions: readonly (Former & HalfHourValues)[];
}

/**
 * When all half-hours of the diary begin, in their order.
 *
 * @param deletedAfter deleted ones count too if they were deleted after this; null for none
 */
export async function findSlots(
  db: Database,
  userId: string,
  deletedAfter: Instant | null,
): Promise<Instant[]> {
  const rows = await db
    .selectFrom('diary_entries')
    .select('slot')
    .where('user_id', '=', userId)
    .where(isKept(deletedAfter))
    .orderBy('slot')
    .execute();
  return rows.map(({ slot }) => slot);
}

/** Half-hours with all stored data, in the order of time, read in one statement like `findWholeMedications`. */
export async function findWholeDiary(
  db: Database,
  userId: string,
  slots: readonly Instant[],
): Promise<WholeHalfHour[]> {
  const rows = await db
    .selectFrom('diary_entries')
    .leftJoin('former_entries', (join) =>
      join
        .onRef('former_entries.user_id', '=', 'diary_entries.user_id')
        .on('former_entries.kind', '=', 'diary')
        .on('former_entries.entry_id', '=', sql<string>`cast(diary_entries.slot as text)`),
    )
    .where('diary_entries.user_id', '=', userId)
    .where('diary_entries.slot', 'in', slots)
    .selectAll('diary_entries')
    .select(FORMER_COLUMNS)
    .orderBy('diary_entries.slot')
    .orderBy('former_entries.version')
    .execute();
  return wholes(rows, ({ slot }) => String(slot)).map(([row, held]) => ({
    ...halfHourOf(row),
    formerVersions: held.map(({ former, ...version }) => ({ ...valuesIn(former), ...version })),
  }));
}

function valuesIn(former: string): HalfHourValues {
  const { slot: _, ...values }: Omit<StoredHalfHour, 'version'> = JSON.parse(former);
  return values;
}
