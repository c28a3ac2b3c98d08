import type { AnyKind } from '../../../contract/kinds/kind.ts';
import type { Instant } from '../../../domain/zone.ts';
import type { Author } from '../../identity/authors.ts';
import type { Database } from '../../platform/db/database.ts';
import { fail } from '../../platform/http/fail.ts';
import { type AnyEntry, rowOf } from '../columns.ts';
import { takeChanges } from './changes.ts';
import { countEntries, type MeasureBy } from './count.ts';
import { countChanged } from './fair-use.ts';
import { addFormer, insertRow, setDeletedAt, storeRows } from './rows.ts';
import type { Numbered } from './select.ts';
import { tellReminders } from './tell.ts';

/** Writes entries: their counts, their rows, what they were before, and what follows from them. */

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
  readonly isBehind: boolean;
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
    changed: counted.changed,
    ...row,
  });
  if (!inserted) throw new Repeated();
  if (counted.reached) throw fail(counted.reached);
  await tellReminders(trx, kind, userId, measure.now);
  return { entries: [{ entry: next, number: counted.last }], isBehind: counted.changed !== null };
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
  const { last, changed, reached } = await countEntries(
    trx,
    kind,
    userId,
    { entries, textBytes },
    measure,
  );
  if (reached) throw fail(reached);
  await countChanged(trx, userId, measure.by, { changed: replaced.length, ...measure });
  for (const change of changes) await beside?.(trx, change);
  await addFormer(trx, kind, userId, replaced, measure.now);
  let number = last - entries;
  const numbered = changes.map(({ stored, next }) => {
    if (!stored) number += 1;
    return { entry: next, number: stored?.number ?? number };
  });
  const ofAll = { user_id: userId, kind: kind.name, changed };
  await storeRows(
    trx,
    rows.map((row, index) => ({ ...ofAll, number: numbered[index]?.number ?? 0, ...row })),
  );
  await tellReminders(trx, kind, userId, measure.now);
  return { entries: numbered, isBehind: changed !== null };
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
  entries: readonly Numbered[],
  { deletedAt, by, now }: { readonly deletedAt: Instant | null } & Pick<MeasureBy, 'now' | 'by'>,
): Promise<boolean> {
  const change = await takeChanges(trx, kind, userId, 1);
  await setDeletedAt(trx, kind, userId, entries, { deletedAt, by, change });
  await tellReminders(trx, kind, userId, now);
  return change !== null;
}
