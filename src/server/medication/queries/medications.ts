import type { PlannedTime, RegimenVersion } from '../../../domain/regimen.ts';
import type { Instant } from '../../../domain/zone.ts';
import {
  type Deletion,
  type Entry,
  editEntry,
  findToAcknowledge,
  setDeleted,
} from '../../entries/queries/entries.ts';
import { entryColumns, entryIn } from '../../entries/queries/entry-columns.ts';
import { bytesOf, countOrRefuse, type Measure } from '../../entries/queries/fair-use.ts';
import { addFormer, FORMER_BYTES } from '../../entries/queries/former-values.ts';
import { recheckReminders } from '../../entries/queries/reminders.ts';
import { queueDaysFrom } from '../../entries/queries/spreadsheet-queue.ts';
import { addActivity } from '../../identity/queries/activity.ts';
import type { Database } from '../../platform/db/database.ts';

/** A version of a medication. It has no `loggedAt`, because it applies to all days from a date on. */
export interface StoredMedication extends RegimenVersion, Omit<Entry, 'id' | 'loggedAt'> {
  readonly author: string;
}

/** The key of a version. A medication has at most one version from each date. */
type Key = Pick<RegimenVersion, 'medicationId' | 'from'>;

export interface NewMedication extends RegimenVersion {
  /** The edit number (`version` of the entry) that the person has seen for this date; undefined for a new date. */
  readonly version: number | undefined;
  readonly timeZone: string;
}

export type SavedMedication =
  | { readonly entry: StoredMedication }
  | { readonly refused: 'entryNotFound' | 'entryChanged' };

/**
 * Saves how a medication is taken from a date on. With an edit number (`version`), it edits the entry of that date.
 * Without an edit number, it adds an entry, or replaces a deleted one. If an entry of that date is stored already, the
 * same values change nothing, and other values give 'entryChanged', so that no device overwrites another's values.
 *
 * @throws the error of a limit that the account would exceed
 */
export async function saveMedication(
  db: Database,
  userId: string,
  medication: NewMedication,
  measure: Measure,
): Promise<SavedMedication> {
  if (medication.version !== undefined) return await edit(db, userId, medication, measure);
  const { now } = measure;
  return await findToAcknowledge(db, userId, async (trx) => {
    const stored = await findVersion(trx, userId, medication);
    if (stored && stored.deletedAt === null) {
      return isSame(stored, medication) ? { entry: stored } : { refused: 'entryChanged' };
    }
    await count(trx, userId, medication, stored ? 0 : 1, measure);
    const { version: _, ...values } = medication;
    const times = { enteredAt: now, deletedAt: null };
    const entry = { ...values, ...times, author: 'self', version: (stored?.version ?? 0) + 1 };
    if (stored) await replace(trx, userId, stored, entry, now);
    else await trx.insertInto('medications').values(rowOf(userId, entry)).execute();
    await queueDaysFrom(trx, userId, entry.from);
    await recheckReminders(trx, userId, now);
    await addActivity(trx, userId, now, 'medicationChanged');
    return { entry };
  });
}

async function edit(
  db: Database,
  userId: string,
  { version, ...values }: NewMedication,
  measure: Measure,
): Promise<SavedMedication> {
  const { now } = measure;
  return await editEntry<StoredMedication, never>(db, userId, {
    version,
    measure,
    find: (trx) => findVersion(trx, userId, values),
    change: (stored) => ({ ...stored, ...values, timeZone: stored.timeZone }),
    isSame,
    async replace(trx, former, edited) {
      await count(trx, userId, values, 0, measure);
      await replace(trx, userId, former, edited, now);
      await queueDaysFrom(trx, userId, edited.from);
      await recheckReminders(trx, userId, now);
      await addActivity(trx, userId, now, 'medicationChanged');
    },
  });
}

/** Deletes a version of a medication, or restores it within 30 days. */
export async function setMedicationDeleted(
  db: Database,
  userId: string,
  key: Key,
  deletion: Deletion,
): Promise<StoredMedication | undefined> {
  const { isDeleted, now } = deletion;
  return await setDeleted<StoredMedication>(db, userId, deletion, {
    find: (trx) => findVersion(trx, userId, key),
    async store(trx, deletedAt) {
      await trx
        .updateTable('medications')
        .set({ deleted_at: deletedAt })
        .where('user_id', '=', userId)
        .where('medication_id', '=', key.medicationId)
        .where('from_date', '=', key.from)
        .execute();
      await queueDaysFrom(trx, userId, key.from);
      await recheckReminders(trx, userId, now);
      const kind = isDeleted ? 'medicationDeleted' : 'medicationRestored';
      await addActivity(trx, userId, now, kind);
    },
  });
}

/** All versions of all medications that are not deleted, by name, then by date. */
export async function findMedications(db: Database, userId: string): Promise<StoredMedication[]> {
  const rows = await selectMedications(db, userId)
    .where('deleted_at', 'is', null)
    .orderBy('name')
    .orderBy('medication_id')
    .orderBy('from_date')
    .execute();
  return rows.map(medicationOf);
}

/** The versions of one medication, deleted ones too, by date. */
export async function findVersions(
  db: Database,
  userId: string,
  medicationId: string,
): Promise<StoredMedication[]> {
  const rows = await selectMedications(db, userId)
    .where('medication_id', '=', medicationId)
    .orderBy('from_date')
    .execute();
  return rows.map(medicationOf);
}

async function findVersion(
  db: Database,
  userId: string,
  { medicationId, from }: Key,
): Promise<StoredMedication | undefined> {
  const row = await selectMedications(db, userId)
    .where('medication_id', '=', medicationId)
    .where('from_date', '=', from)
    .executeTakeFirst();
  return row && medicationOf(row);
}

function selectMedications(db: Database, userId: string) {
  return db.selectFrom('medications').selectAll().where('user_id', '=', userId);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectMedications>['executeTakeFirstOrThrow']>>;

export function medicationOf(row: Row): StoredMedication {
  return {
    medicationId: row.medication_id,
    name: row.name,
    strength: row.strength,
    unit: row.unit,
    form: row.form,
    isLevodopa: row.is_levodopa === 1,
    times: JSON.parse(row.times) as PlannedTime[],
    asNeeded: row.as_needed === 1,
    from: row.from_date,
    until: row.until_date,
    ...entryIn(row),
  };
}

export function rowOf(userId: string, medication: StoredMedication): Row {
  return {
    user_id: userId,
    medication_id: medication.medicationId,
    from_date: medication.from,
    until_date: medication.until,
    name: medication.name,
    strength: medication.strength,
    unit: medication.unit,
    form: medication.form,
    is_levodopa: Number(medication.isLevodopa),
    times: JSON.stringify(medication.times),
    as_needed: Number(medication.asNeeded),
    ...entryColumns(medication),
  };
}

async function replace(
  trx: Database,
  userId: string,
  former: StoredMedication,
  edited: StoredMedication,
  now: Instant,
): Promise<void> {
  const { medicationId, from } = former;
  await addFormer(trx, userId, 'medication', `${medicationId} ${from}`, former, now);
  const { user_id, medication_id, from_date, ...row } = rowOf(userId, edited);
  await trx
    .updateTable('medications')
    .set(row)
    .where('user_id', '=', user_id)
    .where('medication_id', '=', medication_id)
    .where('from_date', '=', from_date)
    .execute();
}

async function count(
  trx: Database,
  userId: string,
  { name, form, unit }: RegimenVersion,
  entries: number,
  measure: Measure,
): Promise<void> {
  const textBytes = entries > 0 ? bytesOf([name, form, unit]) : FORMER_BYTES;
  await countOrRefuse(trx, userId, { entries, textBytes }, measure);
}

/** Whether two versions from the same date have the same values. */
function isSame(one: RegimenVersion, other: RegimenVersion): boolean {
  return valuesOf(one) === valuesOf(other);
}

function valuesOf(version: RegimenVersion): string {
  const { name, strength, unit, form, isLevodopa, times, asNeeded, until } = version;
  return JSON.stringify([name, strength, unit, form, isLevodopa, times, asNeeded, until]);
}
