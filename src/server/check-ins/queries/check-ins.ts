import {
  type CheckInAnswers,
  filledAnswers,
  type GivenAnswers,
  hasAnswer,
  isSameAnswers,
  type MedicationAnswer,
  NO_ANSWERS,
  replacedAnswers,
} from '../../../domain/check-in.ts';
import { type CalendarDate, type Instant, midnightOf } from '../../../domain/zone.ts';
import {
  type Deletion,
  type Edited,
  type Entry,
  editEntry,
  findToAcknowledge,
  lastDeleted,
  setDeleted,
} from '../../entries/queries/entries.ts';
import { entryColumns, entryIn } from '../../entries/queries/entry-columns.ts';
import { takeNumbers } from '../../entries/queries/entry-numbers.ts';
import {
  bytesOf,
  countChanged,
  countOrRefuse,
  type Measure,
} from '../../entries/queries/fair-use.ts';
import { addFormer } from '../../entries/queries/former-entries.ts';
import { queuedDay, queueRows } from '../../entries/queries/spreadsheet-queue.ts';
import {
  type Author,
  type Authored,
  authoredBy,
  authorIdIn,
  changedBy,
  mayChange,
  SELF,
  takenOver,
} from '../../identity/authors.ts';
import { addActivity } from '../../identity/queries/activity.ts';
import type { Database } from '../../platform/db/database.ts';

/** The check-in of a day. It has no `loggedAt`, because it describes a whole day. */
export interface StoredCheckIn extends CheckInAnswers, Omit<Entry, 'id' | 'loggedAt'>, Authored {
  readonly day: CalendarDate;
}

export interface NewCheckIn extends Pick<StoredCheckIn, 'day' | 'enteredAt' | 'timeZone'> {
  readonly answers: GivenAnswers;
  /** Who saves the check-in; by default, the person. */
  readonly by?: Author;
}

/**
 * Saves the check-in of a day. Only missing answers are added, and stored answers stay, so a request may arrive twice.
 * A caregiver may change only a check-in that they entered.
 *
 * A deleted check-in is replaced, unless it has the same answers and was deleted after the new answers were entered. In
 * that case the request is a repeat, and the check-in stays deleted.
 *
 * @returns 'entryChanged' if an answer differs from the stored one, or if a caregiver may not change the check-in;
 *   'entryOfOther' if a caregiver may not replace the deleted check-in
 * @throws the error of a limit that the account would exceed
 */
export async function addCheckIn(
  db: Database,
  userId: string,
  { day, enteredAt, timeZone, answers, by = SELF }: NewCheckIn,
  measure: Measure,
): Promise<Edited<StoredCheckIn, 'entryEmpty' | 'entryOfOther'>> {
  if (!hasAnswer(answers)) return { refused: 'entryEmpty' };
  return await findToAcknowledge(db, userId, async (trx) => {
    const stored = await findCheckIn(trx, userId, day);
    const filled = stored && filledAnswers(stored, answers);
    const addsNothing = stored && filled && isSameAnswers(stored, filled);
    if (stored && stored.deletedAt === null) {
      // A caregiver who may not change the check-in is refused even if the answers are the same. Otherwise the
      // caregiver could learn whether a guess of a hidden note is right.
      if (!filled || !mayChange(by, stored)) return { refused: 'entryChanged', stored };
      if (addsNothing) return { entry: stored };
      const entry = { ...changedBy(by, stored), ...filled, version: stored.version + 1 };
      await countChanged(trx, userId, by, { changed: 1, ...measure });
      await replace(trx, userId, stored, entry, measure);
      return { entry };
    }
    if (stored && !mayChange(by, stored)) return { refused: 'entryOfOther' };
    if (addsNothing && enteredAt < (stored.deletedAt ?? enteredAt)) return { entry: stored };
    const entry = {
      ...{ day, enteredAt, timeZone, ...authoredBy(by), deletedAt: null },
      ...replacedAnswers(NO_ANSWERS, answers),
      version: (stored?.version ?? 0) + 1,
    };
    if (stored) {
      await countChanged(trx, userId, by, { changed: 1, ...measure });
      await replace(trx, userId, stored, entry, measure);
    } else {
      const added = { entries: 1, textBytes: bytesOf([entry.notes]) };
      await countOrRefuse(trx, userId, added, measure, by);
      const number = (await takeNumbers(trx, userId, 'last_check_in_number', 1)) ?? 1;
      await trx
        .insertInto('check_ins')
        .values(rowOf(userId, entry, number))
        .execute();
      await queueCheckIns(trx, userId, [{ number, day }]);
    }
    return { entry };
  });
}

/**
 * Edits the check-in of a day: the answers that are given replace the stored ones.
 *
 * @param version the version that the person has seen
 */
export async function editCheckIn(
  db: Database,
  userId: string,
  {
    day,
    answers,
    version,
    by = SELF,
  }: Pick<NewCheckIn, 'day' | 'answers' | 'by'> & { readonly version: number },
  measure: Measure,
): Promise<Edited<StoredCheckIn, 'entryEmpty'>> {
  return await editEntry<StoredCheckIn, 'entryEmpty'>(db, userId, {
    version,
    measure,
    by,
    find: (trx) => findCheckIn(trx, userId, day),
    change(stored) {
      const edited = replacedAnswers(stored, answers);
      return hasAnswer(edited)
        ? { ...changedBy(by, stored), ...edited }
        : { refused: 'entryEmpty' };
    },
    isSame: isSameAnswers,
    async replace(trx, former, edited) {
      await replace(trx, userId, former, edited, measure);
      await addActivity(trx, userId, measure.now, 'checkInEdited', '', by.id);
    },
  });
}

/** Deletes the check-in of a day, or restores it within 30 days. */
export async function setCheckInDeleted(
  db: Database,
  userId: string,
  day: CalendarDate,
  deletion: Deletion,
): Promise<StoredCheckIn | undefined> {
  const { isDeleted, now, by = SELF } = deletion;
  return await setDeleted<StoredCheckIn>(db, userId, deletion, {
    find: (trx) => findCheckIn(trx, userId, day),
    async store(trx, deletedAt) {
      const { number } = await trx
        .updateTable('check_ins')
        .set({ deleted_at: deletedAt, ...takenOver(by) })
        .where('user_id', '=', userId)
        .where('day', '=', day)
        .returning('check_in_number as number')
        .executeTakeFirstOrThrow();
      await queueCheckIns(trx, userId, [{ number, day }]);
      const kind = isDeleted ? 'checkInDeleted' : 'checkInRestored';
      await addActivity(trx, userId, now, kind, '', by.id);
    },
  });
}

/** The check-ins of the days from `from` to `to`, both included, that are not deleted, the latest day first. */
export async function findCheckIns(
  db: Database,
  userId: string,
  {
    from,
    to,
    limit,
  }: { readonly from: CalendarDate; readonly to: CalendarDate; readonly limit?: number },
): Promise<StoredCheckIn[]> {
  const rows = await selectCheckIns(db, userId)
    .where('deleted_at', 'is', null)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .orderBy('day', 'desc')
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
    .execute();
  return rows.map(checkInOf);
}

/** The check-ins with these numbers, deleted ones too. */
export async function findCheckInsNumbered(
  db: Database,
  userId: string,
  numbers: readonly number[],
): Promise<(StoredCheckIn & { readonly number: number })[]> {
  if (numbers.length === 0) return [];
  const rows = await selectCheckIns(db, userId).where('check_in_number', 'in', numbers).execute();
  return rows.map((row) => ({ ...checkInOf(row), number: row.check_in_number }));
}

/** The deleted check-ins that can be restored, the most recently deleted first. */
export async function findDeletedCheckIns(
  db: Database,
  userId: string,
  now: Instant,
): Promise<StoredCheckIn[]> {
  const rows = await lastDeleted(selectCheckIns(db, userId), now).execute();
  return rows.map(checkInOf);
}

async function findCheckIn(
  db: Database,
  userId: string,
  day: CalendarDate,
): Promise<StoredCheckIn | undefined> {
  const row = await selectCheckIns(db, userId).where('day', '=', day).executeTakeFirst();
  return row && checkInOf(row);
}

function selectCheckIns(db: Database, userId: string) {
  return db.selectFrom('check_ins').selectAll().where('user_id', '=', userId);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectCheckIns>['executeTakeFirstOrThrow']>>;

export function checkInOf(row: Row): StoredCheckIn {
  return {
    day: row.day,
    medication: row.medication as MedicationAnswer | null,
    exerciseMinutes: row.exercise_minutes,
    sleepHours: row.sleep_hours,
    mood: row.mood,
    notes: row.notes,
    ...entryIn(row),
    ...authorIdIn(row),
  };
}

export function rowOf(userId: string, checkIn: StoredCheckIn, number: number): Row {
  return {
    user_id: userId,
    day: checkIn.day,
    check_in_number: number,
    medication: checkIn.medication,
    exercise_minutes: checkIn.exerciseMinutes,
    sleep_hours: checkIn.sleepHours,
    mood: checkIn.mood,
    notes: checkIn.notes,
    ...entryColumns(checkIn),
    author_id: checkIn.authorId ?? '',
  };
}

/**
 * Stores the former and the new values, and queues the check-in for the spreadsheet. Stored former text counts towards
 * the account's limit of text.
 */
async function replace(
  trx: Database,
  userId: string,
  former: StoredCheckIn,
  edited: StoredCheckIn,
  measure: Measure,
): Promise<void> {
  const formerBytes = await addFormer(trx, userId, 'checkIn', former.day, former, measure.now);
  const textBytes = formerBytes + bytesOf([edited.notes]) - bytesOf([former.notes]);
  await countOrRefuse(trx, userId, { entries: 0, textBytes }, measure);
  const { user_id, day, check_in_number: _, ...row } = rowOf(userId, edited, 0);
  const { number } = await trx
    .updateTable('check_ins')
    .set(row)
    .where('user_id', '=', user_id)
    .where('day', '=', day)
    .returning('check_in_number as number')
    .executeTakeFirstOrThrow();
  await queueCheckIns(trx, userId, [{ number, day }]);
}

/** Queues check-ins and their days for the spreadsheet. */
export async function queueCheckIns(
  trx: Database,
  userId: string,
  checkIns: readonly { readonly number: number; readonly day: CalendarDate }[],
): Promise<void> {
  await queueRows(
    trx,
    userId,
    checkIns.flatMap(({ number, day }) => [
      { kind: 'checkIn', number } as const,
      queuedDay(midnightOf(day)),
    ]),
  );
}
