import type { AnyKind } from '../../../contract/kinds/kind.ts';
import type { EntryActivity, StoredKind } from '../../../contract/kinds.ts';
import type { Instant } from '../../../domain/zone.ts';
import { type Author, isPerson } from '../../identity/authors.ts';
import { addActivity } from '../../identity/queries/activity.ts';
import type { Database } from '../../platform/db/database.ts';
import { prepared } from '../../platform/db/prepared.ts';
import type { EntryValues } from '../../platform/db/tables.ts';
import { fail } from '../../platform/http/fail.ts';
import { type AnyEntry, entryIdOf, rowOf } from '../columns.ts';
import { countEntries, type MeasureBy } from './count.ts';
import { countChanged } from './fair-use.ts';
import type { Numbered } from './find.ts';
import { recheckReminders } from './reminders.ts';
import { type Queued, queueDaysFrom, queuedDay, queueRows } from './spreadsheet-queue.ts';

/** Writes entries: their counts, their rows, what they were before, and what the spreadsheet is to show. */

/** A stored entry, if there is one, and what it becomes. */
export interface Change {
  readonly stored: Numbered | undefined;
  readonly next: AnyEntry;
  readonly by: Author;
  /** Whether the caller asked for an edit. */
  readonly isEdit: boolean;
}

/** Thrown to roll back a new entry that is stored already. */
export class Repeated extends Error {}

/**
 * What a kind does besides in the transaction of a save: after the profile is locked, and before anything is stored. It
 * may throw a refusal.
 */
export type Beside = (trx: Database, change: Change) => Promise<void>;

/** Entries that were stored, and whether the spreadsheet is to be written. */
export interface Stored {
  readonly entries: readonly Numbered[];
  readonly isQueued: boolean;
}

/** The entries without their numbers. */
export function entriesIn({ entries }: Stored): AnyEntry[] {
  return entries.map(({ entry }) => entry);
}

/**
 * Stores a new entry.
 *
 * @throws Repeated if it is stored already; the error of a limit that the account exceeds
 */
export async function storeNew(
  trx: Database,
  kind: AnyKind,
  userId: string,
  next: AnyEntry,
  measure: MeasureBy,
  beside?: Beside,
): Promise<Stored> {
  const row = rowOf(kind, next);
  const textBytes = Buffer.byteLength(row.fields);
  const counted = await countEntries(trx, kind, userId, { entries: 1, textBytes }, measure);
  await beside?.(trx, { stored: undefined, next, by: measure.by, isEdit: false });
  const [inserted] = await insertRow(trx, {
    user_id: userId,
    kind: kind.name,
    number: counted.last,
    ...row,
  });
  if (!inserted) throw new Repeated();
  if (counted.reached) throw fail(counted.reached);
  const entries = [{ entry: next, number: counted.last }];
  return { entries, isQueued: await tellOthers(trx, kind, userId, entries, measure.now) };
}

/**
 * Stores entries, and those that they replace as former ones.
 *
 * @throws the error of a limit that the account exceeds
 */
export async function storeChanges(
  trx: Database,
  kind: AnyKind,
  userId: string,
  changes: readonly Change[],
  measure: MeasureBy,
  beside?: Beside,
): Promise<Stored> {
  const replaced = changes.flatMap(({ stored }) => stored ?? []);
  const entries = changes.length - replaced.length;
  const rows = changes.map(({ next }) => rowOf(kind, next));
  // What is replaced goes on to count, as a former entry.
  const textBytes = rows.reduce((sum, { fields }) => sum + Buffer.byteLength(fields), 0);
  const { last, reached } = await countEntries(trx, kind, userId, { entries, textBytes }, measure);
  if (reached) throw fail(reached);
  await countChanged(trx, userId, measure.by, { changed: replaced.length, ...measure });
  for (const change of changes) await beside?.(trx, change);
  await addFormer(trx, kind, userId, replaced, measure.now);
  let number = last - entries;
  const numbered = changes.map(({ stored, next }) => {
    if (!stored) number += 1;
    return { entry: next, number: stored?.number ?? number };
  });
  await storeRows(trx, kind, userId, numbered, rows);
  const told = [...replaced, ...numbered];
  return { entries: numbered, isQueued: await tellOthers(trx, kind, userId, told, measure.now) };
}

/**
 * Stores deletions or restorations, which add no text and keep no former entry.
 *
 * @returns whether the spreadsheet is to be written
 */
export async function storeDeletions(
  trx: Database,
  kind: AnyKind,
  userId: string,
  changed: readonly Numbered[],
  { deletedAt, by, now }: { readonly deletedAt: Instant | null } & Pick<MeasureBy, 'now' | 'by'>,
): Promise<boolean> {
  await trx
    .updateTable('entries')
    .set({ deleted_at: deletedAt, ...(isPerson(by) && { author_id: '' }) })
    .where('user_id', '=', userId)
    .where('kind', '=', kind.name)
    .where('entry_id', 'in', idsOf(kind, changed))
    .execute();
  return await tellOthers(trx, kind, userId, changed, now);
}

/** @param rows those of the entries, in the same order */
async function storeRows(
  trx: Database,
  kind: AnyKind,
  userId: string,
  entries: readonly Numbered[],
  rows: readonly ReturnType<typeof rowOf>[],
): Promise<void> {
  const numbers = entries.map(({ number }) => number);
  await trx
    .insertInto('entries')
    .values(
      rows.map((row, index) => {
        return { user_id: userId, kind: kind.name, number: numbers[index] ?? 0, ...row };
      }),
    )
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'kind', 'entry_id']).doUpdateSet((row) => ({
        at: row.ref('excluded.at'),
        entered_at: row.ref('excluded.entered_at'),
        time_zone: row.ref('excluded.time_zone'),
        author: row.ref('excluded.author'),
        author_id: row.ref('excluded.author_id'),
        version: row.ref('excluded.version'),
        deleted_at: row.ref('excluded.deleted_at'),
        fields: row.ref('excluded.fields'),
      })),
    )
    .execute();
}

type Row = ReturnType<typeof rowOf> & { user_id: string; kind: string; number: number };

const insertRow = prepared((trx, row: Row) =>
  trx
    .insertInto('entries')
    .values({
      user_id: row.user_id,
      kind: row.kind,
      entry_id: row.entry_id,
      number: row.number,
      at: row.at,
      entered_at: row.entered_at,
      time_zone: row.time_zone,
      author: row.author,
      author_id: row.author_id,
      version: row.version,
      deleted_at: row.deleted_at,
      fields: row.fields,
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'kind', 'entry_id']).doNothing())
    .returning('number'),
);

async function addFormer(
  trx: Database,
  kind: AnyKind,
  userId: string,
  replaced: readonly Numbered[],
  now: Instant,
): Promise<void> {
  if (replaced.length === 0) return;
  // The rows are copied as they are, so that they count as much as before.
  await trx
    .insertInto('former_entries')
    .columns([...COLUMNS, 'replaced_at'])
    .expression((row) =>
      row
        .selectFrom('entries')
        .select([...COLUMNS, row.val(now).as('replaced_at')])
        .where('user_id', '=', userId)
        .where('kind', '=', kind.name)
        .where('entry_id', 'in', idsOf(kind, replaced)),
    )
    .execute();
}

const COLUMNS = [
  'user_id',
  'kind',
  'entry_id',
  'at',
  'entered_at',
  'time_zone',
  'author',
  'author_id',
  'version',
  'deleted_at',
  'fields',
] as const satisfies readonly (keyof EntryValues)[];

function idsOf(kind: AnyKind, entries: readonly Numbered[]): string[] {
  return entries.map(({ entry }) => entryIdOf(kind, entry));
}

/**
 * Lets the spreadsheet and the reminders follow changed entries.
 *
 * @returns whether the spreadsheet is to be written
 */
export async function tellOthers(
  trx: Database,
  kind: AnyKind,
  userId: string,
  entries: readonly Numbered[],
  now: Instant,
): Promise<boolean> {
  let isQueued = await queue(trx, kind, userId, entries);
  const { changesDaysFrom } = kind;
  const days = changesDaysFrom ? entries.map(({ entry }) => changesDaysFrom(entry as never)) : [];
  const [earliest] = days.sort();
  if (earliest !== undefined) isQueued = await queueDaysFrom(trx, userId, earliest);
  if (kind.changesReminders) await recheckReminders(trx, userId, now);
  return isQueued;
}

/**
 * Queues entries and their days for the spreadsheet, if it shows something of their kind.
 *
 * @returns false if it does not, or is off
 */
async function queue(
  trx: Database,
  kind: AnyKind,
  userId: string,
  entries: readonly Numbered[],
): Promise<boolean> {
  const { daysOf } = kind;
  if (!daysOf) return false;
  const name = kind.name as StoredKind['name'];
  return await queueRows(
    trx,
    userId,
    entries.flatMap(({ entry, number }): Queued[] => [
      { kind: name, number },
      ...daysOf(entry as never).map(queuedDay),
    ]),
  );
}

type How = Pick<MeasureBy, 'now' | 'by'> & { readonly number: number };

/** Adds a save to the activity of the account: every save of some kinds, of the others only edits. */
export async function addSaveActivity(
  trx: Database,
  kind: AnyKind,
  userId: string,
  { isEdit, ...how }: How & { readonly isEdit: boolean },
): Promise<void> {
  const { saveVerb = isEdit ? 'Edited' : undefined } = kind;
  if (saveVerb) await addEntryActivity(trx, kind, userId, saveVerb, how);
}

/** Adds 'checkInEdited' and the like to the activity of the account. */
export async function addEntryActivity(
  trx: Database,
  { name, activityNamesNumber }: AnyKind,
  userId: string,
  verb: 'Edited' | 'Changed' | 'Deleted' | 'Restored',
  { now, by, number }: How,
): Promise<void> {
  const kind = `${name}${verb}` as EntryActivity;
  await addActivity(trx, userId, now, kind, activityNamesNumber ? number : '', by.id);
}
