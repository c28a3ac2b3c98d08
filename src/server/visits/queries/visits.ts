import { isSameVisit, type Visit } from '../../../domain/visit.ts';
import type { Instant } from '../../../domain/zone.ts';
import {
  type Deletion,
  type Edited,
  type Entry,
  editEntry,
  findToAcknowledge,
  RESTORABLE_MS,
} from '../../entries/queries/entries.ts';
import { entryColumns, entryIn } from '../../entries/queries/entry-columns.ts';
import { bytesOf, countOrRefuse, type Measure } from '../../entries/queries/fair-use.ts';
import { addFormer } from '../../entries/queries/former-values.ts';
import { recheckReminders } from '../../entries/queries/reminders.ts';
import { addActivity } from '../../identity/queries/activity.ts';
import type { Database } from '../../platform/db/database.ts';

/** A visit. It has no `loggedAt`, because it has a day and no time. */
export interface StoredVisit extends Visit, Omit<Entry, 'id' | 'loggedAt'> {
  readonly author: string;
}

type NewVisit = Pick<StoredVisit, 'visitId' | 'day' | 'topics' | 'enteredAt' | 'timeZone'>;

/** The result if another visit has no day yet. `stored` is the other visit. */
export interface OtherWithoutDay {
  readonly refused: 'otherWithoutDay';
  readonly stored: StoredVisit;
}

/**
 * Adds a visit. A stored visit is not replaced, so a request may arrive twice.
 *
 * A deleted visit is replaced, unless it is equal to the new visit and was deleted after the new visit was entered. In
 * that case the request is a repeat, and the visit stays deleted.
 *
 * @throws the error of a limit that the account would exceed
 */
export async function addVisit(
  db: Database,
  userId: string,
  visit: NewVisit,
  measure: Measure,
): Promise<Edited<StoredVisit> | OtherWithoutDay> {
  return await findToAcknowledge(db, userId, async (trx) => {
    const stored = await findVisit(trx, userId, visit.visitId);
    const isSame = stored !== undefined && isSameVisit(stored, visit);
    if (stored?.deletedAt === null) {
      return isSame ? { entry: stored } : { refused: 'entryChanged', stored };
    }
    if (isSame && visit.enteredAt < (stored.deletedAt ?? visit.enteredAt)) return { entry: stored };
    const other = await findOtherWithoutDay(trx, userId, visit);
    if (other) return { refused: 'otherWithoutDay', stored: other };
    const version = (stored?.version ?? 0) + 1;
    const entry = { ...visit, author: 'self', version, deletedAt: null };
    if (stored) {
      await replace(trx, userId, stored, entry, measure);
    } else {
      const added = { entries: 1, textBytes: textBytesOf(entry) };
      await countOrRefuse(trx, userId, added, measure);
      await trx.insertInto('visits').values(rowOf(userId, entry)).execute();
    }
    await recheckReminders(trx, userId, measure.now);
    return { entry };
  });
}

/**
 * Edits a visit: day and topics replace the stored ones.
 *
 * @param visit.version the version that the person has seen
 */
export async function editVisit(
  db: Database,
  userId: string,
  visit: Pick<StoredVisit, 'visitId' | 'day' | 'topics' | 'version'>,
  measure: Measure,
): Promise<Edited<StoredVisit> | OtherWithoutDay> {
  const { visitId, day, topics, version } = visit;
  let other: StoredVisit | undefined;
  const edited = await editEntry<StoredVisit, 'otherWithoutDay'>(db, userId, {
    version,
    measure,
    async find(trx) {
      other = await findOtherWithoutDay(trx, userId, visit);
      return await findVisit(trx, userId, visitId);
    },
    change: (stored) => (other ? { refused: 'otherWithoutDay' } : { ...stored, day, topics }),
    isSame: isSameVisit,
    async replace(trx, former, changed) {
      await replace(trx, userId, former, changed, measure);
      await recheckReminders(trx, userId, measure.now);
      await addActivity(trx, userId, measure.now, 'visitEdited');
    },
  });
  if ('refused' in edited && edited.refused === 'otherWithoutDay') {
    return { refused: edited.refused, stored: other as StoredVisit };
  }
  return edited as Edited<StoredVisit>;
}

/**
 * Deletes a visit, or restores it within 30 days. A repeated call changes nothing.
 *
 * @returns undefined if the visit does not exist, or can no longer be restored
 */
export async function setVisitDeleted(
  db: Database,
  userId: string,
  visitId: string,
  { isDeleted, now }: Deletion,
): Promise<{ readonly entry: StoredVisit } | OtherWithoutDay | undefined> {
  return await findToAcknowledge(db, userId, async (trx) => {
    const stored = await findVisit(trx, userId, visitId);
    if (!stored || (stored.deletedAt ?? now) <= now - RESTORABLE_MS) return undefined;
    if ((stored.deletedAt !== null) === isDeleted) return { entry: stored };
    const other = isDeleted ? undefined : await findOtherWithoutDay(trx, userId, stored);
    if (other) return { refused: 'otherWithoutDay', stored: other };
    const deletedAt = isDeleted ? now : null;
    await trx
      .updateTable('visits')
      .set({ deleted_at: deletedAt })
      .where('user_id', '=', userId)
      .where('visit_id', '=', visitId)
      .execute();
    await recheckReminders(trx, userId, now);
    await addActivity(trx, userId, now, isDeleted ? 'visitDeleted' : 'visitRestored');
    return { entry: { ...stored, deletedAt } };
  });
}

/** All visits that are not deleted: first the visit without a day, then the others, the latest day first. */
export async function findVisits(db: Database, userId: string): Promise<StoredVisit[]> {
  const rows = await selectVisits(db, userId).where('deleted_at', 'is', null).execute();
  const latestFirst = (one: Visit, other: Visit) => {
    if (one.day === other.day) return one.visitId < other.visitId ? -1 : 1;
    if (one.day === null || other.day === null) return one.day === null ? -1 : 1;
    return one.day > other.day ? -1 : 1;
  };
  return rows.map(visitOf).sort(latestFirst);
}

/** The maximum number of deleted visits that are listed. */
const MOST_DELETED = 100;

/** The deleted visits that can be restored, the most recently deleted first. */
export async function findDeletedVisits(
  db: Database,
  userId: string,
  now: Instant,
): Promise<StoredVisit[]> {
  const rows = await selectVisits(db, userId)
    .where('deleted_at', '>', now - RESTORABLE_MS)
    .orderBy('deleted_at', 'desc')
    .orderBy('visit_id')
    .limit(MOST_DELETED)
    .execute();
  return rows.map(visitOf);
}

async function findVisit(
  db: Database,
  userId: string,
  visitId: string,
): Promise<StoredVisit | undefined> {
  const row = await selectVisits(db, userId).where('visit_id', '=', visitId).executeTakeFirst();
  return row && visitOf(row);
}

/** Finds another visit without a day, if this visit has no day: a person may have only one visit without a day. */
async function findOtherWithoutDay(
  db: Database,
  userId: string,
  { visitId, day }: Pick<Visit, 'visitId' | 'day'>,
): Promise<StoredVisit | undefined> {
  if (day !== null) return undefined;
  const row = await selectVisits(db, userId)
    .where('visit_id', '!=', visitId)
    .where('day', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row && visitOf(row);
}

function selectVisits(db: Database, userId: string) {
  return db.selectFrom('visits').selectAll().where('user_id', '=', userId);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectVisits>['executeTakeFirstOrThrow']>>;

export function visitOf(row: Row): StoredVisit {
  return {
    visitId: row.visit_id,
    day: row.day,
    topics: JSON.parse(row.topics),
    ...entryIn(row),
  };
}

export function rowOf(userId: string, visit: StoredVisit): Row {
  return {
    user_id: userId,
    visit_id: visit.visitId,
    day: visit.day,
    topics: JSON.stringify(visit.topics),
    ...entryColumns(visit),
  };
}

/** The bytes of a visit that count towards the account's limit of text. */
export function textBytesOf({ topics }: Pick<Visit, 'topics'>): number {
  return bytesOf([JSON.stringify(topics)]);
}

/** Stores the former and the new values. Stored former text counts towards the account's limit of text. */
async function replace(
  trx: Database,
  userId: string,
  former: StoredVisit,
  edited: StoredVisit,
  measure: Measure,
): Promise<void> {
  const formerBytes = await addFormer(trx, userId, 'visit', former.visitId, former, measure.now);
  const textBytes = formerBytes + textBytesOf(edited) - textBytesOf(former);
  await countOrRefuse(trx, userId, { entries: 0, textBytes }, measure);
  const { user_id, visit_id, ...row } = rowOf(userId, edited);
  await trx
    .updateTable('visits')
    .set(row)
    .where('user_id', '=', user_id)
    .where('visit_id', '=', visit_id)
    .execute();
}
