import { sql } from 'kysely';
import type { CalendarDate, Instant } from '../../../domain/zone.ts';
import { medicationOf, type StoredMedication } from '../../medication/queries/medications.ts';
import type { Database } from '../../platform/db/database.ts';
import { FORMER_COLUMNS, isKept, type Whole, wholes } from './whole-entries.ts';

export type MedicationValues = Omit<StoredMedication, 'medicationId' | 'from' | 'version'>;

/** A version of a medication with the values that edits replaced, oldest first. */
export interface WholeMedication extends Whole<StoredMedication, 'medicationId' | 'from'> {
  /** The first day of the medication's next version. */
  readonly replacedFrom: CalendarDate | null;
}

/** The key of a version of a medication: its id and its first day. */
const KEY = sql<string>`medications.medication_id || ' ' || medications.from_date`;

/**
 * The keys of a person's versions of medications, in the order of ids and dates.
 *
 * @param deletedAfter includes medications that were deleted after this time; null includes no deleted ones
 */
export async function findMedicationKeys(
  db: Database,
  userId: string,
  deletedAfter: Instant | null,
): Promise<string[]> {
  const rows = await db
    .selectFrom('medications')
    .select(KEY.as('key'))
    .where('user_id', '=', userId)
    .where(isKept(deletedAfter))
    .orderBy('medication_id')
    .orderBy('from_date')
    .execute();
  return rows.map(({ key }) => key);
}

/**
 * Versions of medications with all stored data, in the order of ids and dates. One statement reads them, so each
 * version is consistent, either before or after a concurrent edit.
 */
export async function findWholeMedications(
  db: Database,
  userId: string,
  keys: readonly string[],
): Promise<WholeMedication[]> {
  const ids = new Set(keys.map((key) => key.split(' ')[0] ?? ''));
  const rows = await db
    .selectFrom('medications')
    .leftJoin('former_values', (join) =>
      join
        .onRef('former_values.user_id', '=', 'medications.user_id')
        .on('former_values.kind', '=', 'medication')
        .on('former_values.entry_id', '=', KEY),
    )
    .where('medications.user_id', '=', userId)
    .where('medications.medication_id', 'in', [...ids])
    .where(KEY, 'in', keys)
    .selectAll('medications')
    .select((row) => [
      KEY.as('key'),
      ...FORMER_COLUMNS,
      row
        .selectFrom('medications as next')
        .select((each) => each.fn.min('next.from_date').as('from'))
        .whereRef('next.user_id', '=', 'medications.user_id')
        .whereRef('next.medication_id', '=', 'medications.medication_id')
        .whereRef('next.from_date', '>', 'medications.from_date')
        .where('next.deleted_at', 'is', null)
        .as('replacedFrom'),
    ])
    .orderBy('medications.medication_id')
    .orderBy('medications.from_date')
    .orderBy('former_values.version')
    .execute();
  const entryOf = (row: (typeof rows)[number]) => ({
    ...medicationOf(row),
    replacedFrom: row.replacedFrom,
  });
  return wholes(rows, ({ key }) => key, entryOf, valuesIn);
}

function valuesIn(former: string): MedicationValues {
  const values: MedicationValues = JSON.parse(former);
  const { name, strength, unit, form, isLevodopa, times, asNeeded, until } = values;
  const { enteredAt, timeZone, author, deletedAt } = values;
  return {
    ...{ name, strength, unit, form, isLevodopa, times, asNeeded, until },
    ...{ enteredAt, timeZone, author, deletedAt },
  };
}
