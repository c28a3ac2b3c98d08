import { takeNumbers } from '../../entries/queries/entry-numbers.ts';
import { queueDaysFrom } from '../../entries/queries/spreadsheet-queue.ts';
import { rowOf as doseRow, queueDoses } from '../../medication/queries/doses.ts';
import { rowOf as medicationRow } from '../../medication/queries/medications.ts';
import type { Database } from '../../platform/db/database.ts';
import { parts } from './imports.ts';
import {
  findDoseIds,
  findMedicationKeys,
  type WholeDose,
  type WholeMedication,
} from './medication-exports.ts';

/** A version of a medication from an import file. */
export type ImportedMedication = Omit<WholeMedication, 'replacedFrom'>;
/** A dose from an import file. */
export type ImportedDose = WholeDose;

/** What identifies a version of a medication. */
export function keyOf({ medicationId, from }: ImportedMedication): string {
  return `${medicationId} ${from}`;
}

/** The keys of all stored versions of medications and the ids of all stored doses, deleted ones too. */
export async function findStoredMedication(db: Database, userId: string) {
  const always = Number.MIN_SAFE_INTEGER;
  return {
    keys: new Set(await findMedicationKeys(db, userId, always)),
    ids: new Set(await findDoseIds(db, userId, always)),
  };
}

/**
 * Adds versions of medications and doses, and queues them for the spreadsheet. The caller's transaction must have locked
 * the profile.
 */
export async function insertMedication(
  trx: Database,
  userId: string,
  medications: readonly ImportedMedication[],
  doses: readonly ImportedDose[],
): Promise<void> {
  const former = [...medications.flatMap(formerOf), ...doses.flatMap(formerOfDose)].map(
    ({ version, replacedAt, values, ...each }) => ({
      user_id: userId,
      ...each,
      version,
      replaced_at: replacedAt,
      former: JSON.stringify(values),
      deleted_at: values.deletedAt,
    }),
  );
  for (const some of parts(medications.map((each) => medicationRow(userId, each)))) {
    await trx.insertInto('medications').values(some).execute();
  }
  const first = (await takeNumbers(trx, userId, 'last_dose_number', doses.length)) ?? 1;
  const rows = doses.map((each, index) => doseRow(userId, each, first + index));
  for (const some of parts(rows)) await trx.insertInto('doses').values(some).execute();
  for (const some of parts(former)) {
    await trx.insertInto('former_entries').values(some).execute();
  }
  const numbers = rows.map(({ dose_number }) => dose_number);
  const planned = doses.map(({ scheduledFor }) => scheduledFor);
  await queueDoses(trx, userId, numbers, planned);
  const [earliest] = medications.map(({ from }) => from).sort();
  if (earliest !== undefined) await queueDaysFrom(trx, userId, earliest);
}

/** The former versions as `addFormer` stores them: each has all values of the entry. */
function formerOf(medication: ImportedMedication) {
  const { medicationId, from, formerVersions } = medication;
  return formerVersions.map(({ version, replacedAt, ...values }) => ({
    kind: 'medication',
    entry_id: keyOf(medication),
    version,
    replacedAt,
    values: { medicationId, from, ...values },
  }));
}

function formerOfDose({ formerVersions, version: _, ...dose }: ImportedDose) {
  return formerVersions.map(({ version, replacedAt, ...values }) => ({
    kind: 'dose',
    entry_id: dose.id,
    version,
    replacedAt,
    values: { ...dose, ...values, deletedAt: null },
  }));
}
