import { takeNumbers } from '../../entries/queries/entry-numbers.ts';
import { formerRow } from '../../entries/queries/former-values.ts';
import { queueDaysFrom } from '../../entries/queries/spreadsheet-queue.ts';
import { rowOf as doseRow, queueDoses } from '../../medication/queries/doses.ts';
import { rowOf as medicationRow } from '../../medication/queries/medications.ts';
import type { Database } from '../../platform/db/database.ts';
import { insertRows } from './imports.ts';
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
 * Adds versions of medications and doses, and queues them for the spreadsheet. The caller's transaction must have
 * locked the profile.
 */
export async function insertMedication(
  trx: Database,
  userId: string,
  medications: readonly ImportedMedication[],
  doses: readonly ImportedDose[],
): Promise<void> {
  const medicationRows = medications.map((each) => medicationRow(userId, each));
  await insertRows(trx, 'medications', medicationRows);
  const first = (await takeNumbers(trx, userId, 'last_dose_number', doses.length)) ?? 1;
  const rows = doses.map((each, index) => doseRow(userId, each, first + index));
  await insertRows(trx, 'doses', rows);
  const former = [
    ...medications.flatMap((each) => formerOf(userId, each)),
    ...doses.flatMap((each) => formerOfDose(userId, each)),
  ];
  await insertRows(trx, 'former_values', former);
  const numbers = rows.map(({ dose_number }) => dose_number);
  const planned = doses.map(({ scheduledFor }) => scheduledFor);
  await queueDoses(trx, userId, numbers, planned);
  const [earliest] = medications.map(({ from }) => from).sort();
  if (earliest !== undefined) await queueDaysFrom(trx, userId, earliest);
}

/** The former versions as `addFormer` stores them: each has all values of the entry. */
function formerOf(userId: string, medication: ImportedMedication) {
  const { medicationId, from, formerVersions } = medication;
  return formerVersions.map(({ replacedAt, ...values }) => {
    const former = { medicationId, from, ...values };
    return formerRow(userId, 'medication', keyOf(medication), former, replacedAt);
  });
}

function formerOfDose(userId: string, { formerVersions, ...dose }: ImportedDose) {
  return formerVersions.map(({ replacedAt, ...values }) => {
    const former = { ...dose, ...values, deletedAt: null };
    return formerRow(userId, 'dose', dose.id, former, replacedAt);
  });
}
