import type { Dose } from '../../../domain/doses.ts';
import type { Instant } from '../../../domain/zone.ts';
import {
  addEntry,
  type Deletion,
  type Entry,
  editEntry,
  entryPages,
  lastDeleted,
  RepeatedSubmission,
  setDeleted,
} from '../../entries/queries/entries.ts';
import { entryColumns, entryIn } from '../../entries/queries/entry-columns.ts';
import { takeNumbers } from '../../entries/queries/entry-numbers.ts';
import {
  bytesOf,
  countAdded,
  countOrRefuse,
  type Measure,
} from '../../entries/queries/fair-use.ts';
import { addFormer, FORMER_BYTES } from '../../entries/queries/former-values.ts';
import { queuedDay, queueRows } from '../../entries/queries/spreadsheet-queue.ts';
import {
  type Author,
  type Authored,
  authorIdIn,
  changedBy,
  SELF,
  takenOver,
} from '../../identity/authors.ts';
import { addActivity } from '../../identity/queries/activity.ts';
import type { Database } from '../../platform/db/database.ts';
import { fail } from '../../platform/http/fail.ts';

/** A dose. The browser makes its `id`. */
export interface StoredDose extends Entry, Authored, Omit<Dose, 'doseId' | 'takenAt'> {}

/** A dose to store. Without an author, the person entered it. */
export type NewDose = Omit<StoredDose, 'author' | 'version' | 'deletedAt'> & Partial<Authored>;

/**
 * Logs a dose. A repeated id returns the dose that was logged first.
 *
 * @returns undefined if the user has no profile
 * @throws the error of a limit that the account would exceed
 */
export async function addDose(
  db: Database,
  userId: string,
  dose: NewDose,
  measure: Measure,
): Promise<StoredDose | undefined> {
  const submission = { ...dose, submissionId: dose.id };
  return await addEntry(db, userId, submission, {
    async insert(trx) {
      const added = { saved: 1, entries: 1, textBytes: bytesOf([dose.name, dose.unit]) };
      const entry = { author: SELF.name, ...dose, version: 1, deletedAt: null };
      const by = { id: dose.authorId ?? SELF.id, name: entry.author };
      const reached = await countAdded(trx, userId, added, measure, by);
      const number = await takeNumbers(trx, userId, 'last_dose_number', 1);
      if (number === undefined) return undefined;
      const inserted = await trx
        .insertInto('doses')
        .values(rowOf(userId, entry, number))
        .onConflict((conflict) => conflict.columns(['user_id', 'dose_id']).doNothing())
        .returning('dose_id')
        .executeTakeFirst();
      if (!inserted) throw new RepeatedSubmission();
      if (reached) throw fail(reached);
      await queueDoses(trx, userId, [number], [entry.scheduledFor]);
      return entry;
    },
    findSaved: (trx) => findDose(trx, userId, dose.id),
  });
}

export interface DoseChanges {
  readonly amount?: number | undefined;
  readonly loggedAt?: number | undefined;
  readonly scheduledFor?: number | null | undefined;
  readonly status?: Dose['status'] | undefined;
}

/** Edits a dose. Fields that are undefined in `changes` keep their values. */
export async function editDose(
  db: Database,
  userId: string,
  doseId: string,
  {
    version,
    changes,
    by = SELF,
  }: {
    readonly version: number | undefined;
    readonly changes: DoseChanges;
    /** Who edits the dose; by default, the person. */
    readonly by?: Author;
  },
  measure: Measure,
): Promise<
  { readonly entry: StoredDose } | { readonly refused: 'entryNotFound' | 'entryChanged' }
> {
  return await editEntry<StoredDose, never>(db, userId, {
    version,
    measure,
    by,
    find: (trx) => findDose(trx, userId, doseId),
    change: (dose) => ({
      ...changedBy(by, dose),
      amount: changes.amount ?? dose.amount,
      loggedAt: changes.loggedAt ?? dose.loggedAt,
      scheduledFor: changes.scheduledFor === undefined ? dose.scheduledFor : changes.scheduledFor,
      status: changes.status ?? dose.status,
    }),
    isSame: (one, other) =>
      one.amount === other.amount &&
      one.loggedAt === other.loggedAt &&
      one.scheduledFor === other.scheduledFor &&
      one.status === other.status,
    async replace(trx, former, edited) {
      await addFormer(trx, userId, 'dose', doseId, former, measure.now);
      const added = { entries: 0, textBytes: FORMER_BYTES };
      await countOrRefuse(trx, userId, added, measure);
      const { number } = await trx
        .updateTable('doses')
        .set({
          author: edited.author,
          amount: edited.amount,
          logged_at: edited.loggedAt,
          scheduled_for: edited.scheduledFor,
          status: edited.status,
          version: edited.version,
          ...takenOver(by),
        })
        .where('user_id', '=', userId)
        .where('dose_id', '=', doseId)
        .returning('dose_number as number')
        .executeTakeFirstOrThrow();
      await queueDoses(trx, userId, [number], [former.scheduledFor, edited.scheduledFor]);
      await addActivity(trx, userId, measure.now, 'doseEdited', '', by.id);
    },
  });
}

/** Deletes a dose, or restores it within 30 days. */
export async function setDoseDeleted(
  db: Database,
  userId: string,
  doseId: string,
  deletion: Deletion,
): Promise<StoredDose | undefined> {
  const { isDeleted, now, by = SELF } = deletion;
  return await setDeleted<StoredDose>(db, userId, deletion, {
    find: (trx) => findDose(trx, userId, doseId),
    async store(trx, deletedAt, { scheduledFor }) {
      const { number } = await trx
        .updateTable('doses')
        .set({ deleted_at: deletedAt, ...takenOver(by) })
        .where('user_id', '=', userId)
        .where('dose_id', '=', doseId)
        .returning('dose_number as number')
        .executeTakeFirstOrThrow();
      await queueDoses(trx, userId, [number], [scheduledFor]);
      const kind = isDeleted ? 'doseDeleted' : 'doseRestored';
      await addActivity(trx, userId, now, kind, '', by.id);
    },
  });
}

/** The sort key of a dose in a list by time: a cursor. */
export type DoseCursor = Pick<StoredDose, 'loggedAt' | 'id'>;

interface DosesWanted {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly limit?: number | undefined;
  /** Only doses after this cursor. */
  readonly after?: DoseCursor | undefined;
}

/** How many doses are read at once. */
const PAGE_SIZES = { first: 100, next: 800 };

/** The doses of `findDoses` in pages. */
export function findDosePages(
  db: Database,
  userId: string,
  wanted: DosesWanted,
): AsyncGenerator<readonly StoredDose[], undefined> {
  const find = (part: Pick<DosesWanted, 'after' | 'limit'>) =>
    findDoses(db, userId, { ...wanted, ...part });
  return entryPages(find, (dose): DoseCursor => dose, wanted, PAGE_SIZES);
}

/** Doses that are not deleted, newest first by the time that they were taken. Times are in milliseconds. */
export async function findDoses(
  db: Database,
  userId: string,
  wanted: DosesWanted,
): Promise<StoredDose[]> {
  const { from, to, limit, after } = wanted;
  const rows = await selectDoses(db, userId)
    .where('deleted_at', 'is', null)
    .$if(from !== undefined, (query) => query.where('logged_at', '>=', from ?? 0))
    .$if(to !== undefined, (query) => query.where('logged_at', '<', to ?? 0))
    .$if(after !== undefined, (query) =>
      query.where(({ eb, or, and }) => {
        const { loggedAt = 0, id = '' } = after ?? {};
        const isSameTime = eb('logged_at', '=', loggedAt);
        return or([eb('logged_at', '<', loggedAt), and([isSameTime, eb('dose_id', '>', id)])]);
      }),
    )
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
    .orderBy('logged_at', 'desc')
    .orderBy('dose_id')
    .execute();
  return rows.map(doseOf);
}

/** Doses that are not deleted and whose planned time is in [from, to), in milliseconds. */
export async function findPlannedDoses(
  db: Database,
  userId: string,
  from: number,
  to: number,
): Promise<StoredDose[]> {
  const rows = await selectDoses(db, userId)
    .where('deleted_at', 'is', null)
    .where('scheduled_for', '>=', from)
    .where('scheduled_for', '<', to)
    .execute();
  return rows.map(doseOf);
}

/** The doses with these numbers, deleted ones too. */
export async function findDosesNumbered(
  db: Database,
  userId: string,
  numbers: readonly number[],
): Promise<(StoredDose & { readonly number: number })[]> {
  if (numbers.length === 0) return [];
  const rows = await selectDoses(db, userId).where('dose_number', 'in', numbers).execute();
  return rows.map((row) => ({ ...doseOf(row), number: row.dose_number }));
}

/** The deleted doses that can be restored, the most recently deleted first. */
export async function findDeletedDoses(
  db: Database,
  userId: string,
  now: Instant,
): Promise<StoredDose[]> {
  const rows = await lastDeleted(selectDoses(db, userId), now).execute();
  return rows.map(doseOf);
}

async function findDose(
  db: Database,
  userId: string,
  doseId: string,
): Promise<StoredDose | undefined> {
  const row = await selectDoses(db, userId).where('dose_id', '=', doseId).executeTakeFirst();
  return row && doseOf(row);
}

function selectDoses(db: Database, userId: string) {
  return db.selectFrom('doses').selectAll().where('user_id', '=', userId);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectDoses>['executeTakeFirstOrThrow']>>;

export function doseOf(row: Row): StoredDose {
  return {
    id: row.dose_id,
    medicationId: row.medication_id,
    name: row.name,
    strength: row.strength,
    unit: row.unit,
    isLevodopa: row.is_levodopa === 1,
    amount: row.amount,
    loggedAt: row.logged_at,
    scheduledFor: row.scheduled_for,
    status: row.status as Dose['status'],
    ...entryIn(row),
    ...authorIdIn(row),
  };
}

/** Converts a stored dose to a `Dose` of the domain. */
export function loggedDoseOf({ id, loggedAt, ...dose }: StoredDose) {
  return { ...dose, doseId: id, takenAt: loggedAt };
}

export function rowOf(userId: string, dose: StoredDose, number: number): Row {
  return {
    user_id: userId,
    dose_id: dose.id,
    dose_number: number,
    medication_id: dose.medicationId,
    name: dose.name,
    strength: dose.strength,
    unit: dose.unit,
    is_levodopa: Number(dose.isLevodopa),
    amount: dose.amount,
    logged_at: dose.loggedAt,
    scheduled_for: dose.scheduledFor,
    status: dose.status,
    ...entryColumns(dose),
    author_id: dose.authorId ?? '',
  };
}

/**
 * Queues doses for the spreadsheet, and the days of their planned times.
 *
 * @param plannedTimes in milliseconds; for an edit, the planned times before and after the edit. Null for a dose
 *   without a planned time
 */
export async function queueDoses(
  trx: Database,
  userId: string,
  numbers: readonly number[],
  plannedTimes: readonly (number | null)[],
): Promise<void> {
  const days = plannedTimes.filter((time) => time !== null).map(queuedDay);
  const doses = numbers.map((number) => ({ kind: 'dose', number }) as const);
  await queueRows(trx, userId, [...doses, ...days]);
}
