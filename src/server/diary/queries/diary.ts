import type { DiaryEntry, DiaryState } from '../../../domain/diary.ts';
import type { Instant } from '../../../domain/zone.ts';
import {
  type Deletion,
  type Entry,
  findToAcknowledge,
  lastDeleted,
  RESTORABLE_MS,
} from '../../entries/queries/entries.ts';
import { entryColumns, entryIn } from '../../entries/queries/entry-columns.ts';
import { countChanged, countOrRefuse, type Measure } from '../../entries/queries/fair-use.ts';
import { addFormers, FORMER_BYTES } from '../../entries/queries/former-values.ts';
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

/** A half-hour of the diary. It has no `loggedAt`, because `slot` is the time that it is for. */
export interface StoredHalfHour extends DiaryEntry, Omit<Entry, 'id' | 'loggedAt'>, Authored {}

export interface NewHalfHour extends DiaryEntry, Pick<Entry, 'timeZone'> {
  /** The version that the person has seen, for an edit. */
  readonly version: number | undefined;
}

/** The result of a save: the stored half-hours in the order of the given ones, or why nothing was saved. */
type Saved =
  | { readonly halfHours: readonly StoredHalfHour[] }
  | { readonly refused: 'entryNotFound' }
  | { readonly refused: 'entryOfOther' }
  | { readonly refused: 'entryChanged'; readonly stored: readonly StoredHalfHour[] };

/**
 * Saves half-hours of the diary, all or none. Without a version, only empty half-hours are filled, so a request may
 * arrive twice. With a version, the state replaces the stored one. A caregiver may change only half-hours that they
 * entered.
 *
 * @param given each half-hour at most once
 * @throws the error of a limit that the account would exceed
 */
export async function saveHalfHours(
  db: Database,
  userId: string,
  given: readonly NewHalfHour[],
  measure: Measure,
  by: Author = SELF,
): Promise<Saved> {
  return await findToAcknowledge(db, userId, async (trx) => {
    const slots = given.map(({ slot }) => slot);
    const stored = await findHalfHours(trx, userId, slots);
    const bySlot = new Map(stored.map((each) => [each.slot, each]));
    const halfHours: StoredHalfHour[] = [];
    let isChanged = false;
    for (const each of given) {
      const saved = savedHalfHour(bySlot.get(each.slot), each, by);
      if (saved === 'entryNotFound' || saved === 'entryOfOther') return { refused: saved };
      if (saved === 'entryChanged') isChanged = true;
      else halfHours.push(saved);
    }
    if (isChanged) return { refused: 'entryChanged', stored: stored.filter(isPresent) };
    const changed = halfHours.filter((each) => each !== bySlot.get(each.slot));
    if (changed.length > 0) {
      await store(trx, userId, changed, bySlot, measure, by);
      // The account activity lists only edits, because people fill empty or deleted half-hours many times a day.
      const isEdit = changed.some(({ slot }) => bySlot.get(slot)?.deletedAt === null);
      if (isEdit) await addActivity(trx, userId, measure.now, 'diaryEdited', '', by.id);
    }
    return { halfHours };
  });
}

/**
 * The half-hour after a save, or why it cannot be saved. A deleted half-hour is replaced, unless it has the same state
 * and was deleted after the new state was entered. In that case the request is a repeat, and the half-hour stays
 * deleted.
 */
function savedHalfHour(
  stored: StoredHalfHour | undefined,
  { version, ...given }: NewHalfHour,
  by: Author,
): StoredHalfHour | 'entryNotFound' | 'entryChanged' | 'entryOfOther' {
  const { state, enteredAt } = given;
  if (stored && isPresent(stored)) {
    if (stored.state === state) return stored;
    if (stored.version !== version || !mayChange(by, stored)) return 'entryChanged';
    return { ...changedBy(by, stored), state, enteredAt, version: version + 1 };
  }
  if (version !== undefined) return 'entryNotFound';
  if (stored && !mayChange(by, stored)) return 'entryOfOther';
  if (stored?.state === state && enteredAt < (stored.deletedAt ?? enteredAt)) return stored;
  return { ...given, ...authoredBy(by), version: (stored?.version ?? 0) + 1, deletedAt: null };
}

function isPresent({ deletedAt }: StoredHalfHour): boolean {
  return deletedAt === null;
}

/** Stores half-hours. If a half-hour was stored before, its former values are stored too. */
async function store(
  trx: Database,
  userId: string,
  changed: readonly StoredHalfHour[],
  bySlot: ReadonlyMap<Instant, StoredHalfHour>,
  measure: Measure,
  by: Author,
): Promise<void> {
  const former = changed.flatMap(({ slot }) => bySlot.get(slot) ?? []);
  const entries = changed.length - former.length;
  const added = { entries, textBytes: former.length * FORMER_BYTES };
  await countOrRefuse(trx, userId, added, measure, by);
  await countChanged(trx, userId, by, { changed: former.length, ...measure });
  const values = former.map((entry) => ({ entryId: String(entry.slot), entry }));
  await addFormers(trx, userId, 'diary', values, measure.now);
  await trx
    .insertInto('diary_entries')
    .values(changed.map((each) => rowOf(userId, each)))
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'slot']).doUpdateSet((row) => ({
        state: row.ref('excluded.state'),
        entered_at: row.ref('excluded.entered_at'),
        time_zone: row.ref('excluded.time_zone'),
        author: row.ref('excluded.author'),
        author_id: row.ref('excluded.author_id'),
        version: row.ref('excluded.version'),
        deleted_at: row.ref('excluded.deleted_at'),
      })),
    )
    .execute();
}

/**
 * Deletes half-hours, or restores them within 30 days, all or none.
 *
 * @returns the half-hours in the order of time; undefined if one of them is not stored, can no longer be restored, or
 *   may not be changed by the author `by`
 */
export async function setHalfHoursDeleted(
  db: Database,
  userId: string,
  slots: readonly Instant[],
  { isDeleted, now, limits, by = SELF }: Deletion,
): Promise<StoredHalfHour[] | undefined> {
  return await findToAcknowledge(db, userId, async (trx) => {
    const stored = await findHalfHours(trx, userId, slots);
    const isErased = ({ deletedAt }: StoredHalfHour) => (deletedAt ?? now) <= now - RESTORABLE_MS;
    if (stored.length < new Set(slots).size || stored.some(isErased)) return undefined;
    if (!stored.every((each) => mayChange(by, each))) return undefined;
    const changed = stored.filter((each) => isPresent(each) === isDeleted).map(({ slot }) => slot);
    if (changed.length === 0) return stored;
    await countChanged(trx, userId, by, { changed: changed.length, limits, now });
    const deletedAt = isDeleted ? now : null;
    await trx
      .updateTable('diary_entries')
      .set({ deleted_at: deletedAt, ...takenOver(by) })
      .where('user_id', '=', userId)
      .where('slot', 'in', changed)
      .execute();
    const kind = isDeleted ? 'diaryDeleted' : 'diaryRestored';
    await addActivity(trx, userId, now, kind, '', by.id);
    return stored.map((each) => (changed.includes(each.slot) ? { ...each, deletedAt } : each));
  });
}

/** The half-hours that begin in [from, to) and are not deleted, in the order of time. */
export async function findDiary(
  db: Database,
  userId: string,
  { from, to }: { readonly from: Instant; readonly to: Instant },
): Promise<StoredHalfHour[]> {
  const rows = await selectHalfHours(db, userId)
    .where('deleted_at', 'is', null)
    .where('slot', '>=', from)
    .where('slot', '<', to)
    .execute();
  return rows.map(halfHourOf);
}

/** The maximum number of deleted half-hours that are listed: enough for a diary of 30 days, which has 1,440. */
const MOST_DELETED = 2000;

/**
 * The deleted half-hours that can be restored, the most recently deleted first. Half-hours that were deleted together
 * are in the order of time.
 */
export async function findDeletedDiary(
  db: Database,
  userId: string,
  now: Instant,
): Promise<StoredHalfHour[]> {
  const halfHours = selectHalfHours(db, userId).clearOrderBy();
  const rows = await lastDeleted(halfHours, now, MOST_DELETED).orderBy('slot').execute();
  return rows.map(halfHourOf);
}

/** Half-hours in the order of time, deleted ones too. */
async function findHalfHours(
  db: Database,
  userId: string,
  slots: readonly Instant[],
): Promise<StoredHalfHour[]> {
  const rows = await selectHalfHours(db, userId).where('slot', 'in', slots).execute();
  return rows.map(halfHourOf);
}

function selectHalfHours(db: Database, userId: string) {
  return db.selectFrom('diary_entries').selectAll().where('user_id', '=', userId).orderBy('slot');
}

type Row = Awaited<ReturnType<ReturnType<typeof selectHalfHours>['executeTakeFirstOrThrow']>>;

export function halfHourOf(row: Row): StoredHalfHour {
  return {
    slot: row.slot,
    state: row.state as DiaryState,
    ...entryIn(row),
    ...authorIdIn(row),
  };
}

export function rowOf(userId: string, halfHour: StoredHalfHour): Row {
  return {
    user_id: userId,
    slot: halfHour.slot,
    state: halfHour.state,
    ...entryColumns(halfHour),
    author_id: halfHour.authorId ?? '',
  };
}
