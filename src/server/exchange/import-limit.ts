import {
  type Added,
  bytesOf,
  countAdded,
  findLimitReached,
  type LimitReached,
  type Measure,
} from '../entries/queries/fair-use.ts';
import { countImportedBytes } from '../identity/attempts.ts';
import type { Limits } from '../limits.ts';
import type { Database } from '../platform/db/database.ts';
import type { ImportedForm } from './queries/imports.ts';

/**
 * Counts the forms that an import adds, or with `dryRun` only checks whether the account has room for them.
 *
 * @returns the limit that the account would exceed
 */
export async function countImported(
  db: Database,
  forms: readonly ImportedForm[],
  { userId, dryRun, ...measure }: Measure & { readonly userId: string; readonly dryRun: boolean },
): Promise<LimitReached | undefined> {
  const added = addedBy(forms);
  if (dryRun) return await findLimitReached(db, userId, added, measure.limits);
  return await countAdded(db, userId, added, measure);
}

function addedBy(forms: readonly ImportedForm[]): Added {
  let textBytes = 0;
  for (const { ratings, formerVersions } of forms) {
    for (const { name, notes } of [ratings, ...formerVersions.map((each) => each.ratings)].flat()) {
      textBytes += bytesOf([name, notes]);
    }
  }
  return { saved: 0, entries: forms.length, textBytes };
}

/** What PostgreSQL needs for a form and for each of its ratings, indexes included; SQLite needs half (bytes). */
const FORM_BYTES = 220;
const RATING_BYTES = 360;

/**
 * Counts the bytes that an import stores beyond the size of its file against the sender's IP address. The file itself
 * was counted on arrival. A file of short rows takes twenty times its own size. No more is
 * counted than leaves room for the file and its preview, so that every valid file can be imported.
 *
 * @returns false if the limit is reached
 */
export async function countStored(
  db: Database,
  forms: readonly ImportedForm[],
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
  const counted = forms.map(({ ratings, formerVersions }) =>
    [ratings, ...formerVersions.map((former) => former.ratings)].reduce(
      (sum, { length }) => sum + length,
      0,
    ),
  );
  const rows = counted.reduce((sum, count) => sum + count, 0);
  const stored = addedBy(forms).textBytes + forms.length * FORM_BYTES + rows * RATING_BYTES;
  const room = limits.importedBytes.max - 2 * fileBytes;
  const more = Math.max(0, Math.min(stored - fileBytes, room));
  return await countImportedBytes(db, { key: uploader, limit: limits.importedBytes }, more, now);
}
