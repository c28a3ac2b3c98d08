import { form } from '../../contract/kinds/form.ts';
import {
  type Added,
  countAdded,
  findLimitReached,
  type LimitReached,
  type Measure,
} from '../entries/queries/fair-use.ts';
import { countImportedBytes } from '../identity/attempts.ts';
import type { Limits } from '../limits.ts';
import type { Database } from '../platform/db/database.ts';
import type { ImportPlan } from './import-plan.ts';
import { storedBytes } from './queries/entry-imports.ts';
import { entryOfForm } from './queries/imports.ts';

/** The entries that an import adds. */
type New = Pick<ImportPlan, 'forms' | 'ofKinds'>;

/**
 * Counts the entries that an import adds, or with `dryRun` only checks whether the account has room for them.
 *
 * @returns the limit that the account would exceed
 */
export async function countImported(
  db: Database,
  entries: New,
  { userId, dryRun, ...measure }: Measure & { readonly userId: string; readonly dryRun: boolean },
): Promise<LimitReached | undefined> {
  const added = addedBy(entries);
  if (dryRun) return await findLimitReached(db, userId, added, measure.limits);
  return await countAdded(db, userId, added, measure);
}

function addedBy({ forms, ofKinds }: New): Added {
  let textBytes = 0;
  for (const each of forms) textBytes += storedBytes(form, entryOfForm(each));
  for (const { kind, entries } of ofKinds) {
    for (const entry of entries) textBytes += storedBytes(kind, entry);
  }
  const lists = [forms, ...ofKinds.map((each) => each.entries)];
  const entries = lists.reduce((sum, { length }) => sum + length, 0);
  return { saved: 0, entries, textBytes };
}

/** The size of a row with its indexes in PostgreSQL (bytes). SQLite needs half. */
const ENTRY_BYTES = 300;
/** The size of a row of `former_entries` with its indexes (bytes). */
const FORMER_ROW_BYTES = 700;

/**
 * Counts the bytes that an import will store. They count against the limit of the sender's IP address. The size of the
 * file was counted when it arrived, so only the bytes beyond that size are added; an import of short rows may store
 * twenty times the file's size. The added bytes are capped, so that one file and its preview never exceed the limit by
 * themselves.
 *
 * @returns false if the limit is reached
 */
export async function countStored(
  db: Database,
  entries: New,
  {
    limits,
    now,
    uploader,
    fileBytes,
  }: Measure & {
    readonly limits: Limits;
    readonly uploader: string;
    readonly fileBytes: number;
  },
): Promise<boolean> {
  const { forms } = entries;
  const others = entries.ofKinds.flatMap((each) => each.entries);
  const all = [...forms, ...others];
  const former = all.reduce((sum, { formerVersions }) => sum + formerVersions.length, 0);
  const stored = addedBy(entries).textBytes + all.length * ENTRY_BYTES + former * FORMER_ROW_BYTES;
  const room = limits.importedBytes.max - 2 * fileBytes;
  const more = Math.max(0, Math.min(stored - fileBytes, room));
  return await countImportedBytes(db, { key: uploader, limit: limits.importedBytes }, more, now);
}
