import { formerRow } from '../../entries/queries/former-values.ts';
import { queueDaysFrom } from '../../entries/queries/spreadsheet-queue.ts';
import { rowOf } from '../../medication/queries/medications.ts';
import type { Database } from '../../platform/db/database.ts';
import { insertRows } from './imports.ts';
import { findMedicationKeys, type WholeMedication } from './medication-exports.ts';

/** A version of a medication from an import file. */
export type ImportedMedication = Omit<WholeMedication, 'replacedFrom'>;

/** What identifies a version of a medication. */
export function keyOf({ medicationId, from }: ImportedMedication): string {
  return `${medicationId} ${from}`;
}

/** The keys of all stored versions of medications, deleted ones too. */
export async function findStoredMedications(
  db: Database,
  userId: string,
): Promise<ReadonlySet<string>> {
  return new Set(await findMedicationKeys(db, userId, Number.MIN_SAFE_INTEGER));
}

/**
 * Adds versions of medications, and queues their days for the spreadsheet. The caller's transaction must have locked the
 * profile.
 */
export async function insertMedications(
  trx: Database,
  userId: string,
  medications: readonly ImportedMedication[],
): Promise<void> {
  const rows = medications.map((each) => rowOf(userId, each));
  await insertRows(trx, 'medications', rows);
  const former = medications.flatMap((each) => formerOf(userId, each));
  await insertRows(trx, 'former_values', former);
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
