import {
  type Added,
  bytesOf,
  countAdded,
  findLimitReached,
  type LimitReached,
  type Measure,
} from '../entries/queries/fair-use.ts';
import type { Database } from '../platform/db/database.ts';
import type { NumberedForm } from './queries/imports.ts';

/**
 * Counts the forms that an import adds, or with `dryRun` only checks whether the account has room for them.
 *
 * @returns the limit that the account would exceed
 */
export async function countImported(
  db: Database,
  forms: readonly NumberedForm[],
  { userId, dryRun, ...measure }: Measure & { readonly userId: string; readonly dryRun: boolean },
): Promise<LimitReached | undefined> {
  const added = addedBy(forms);
  if (dryRun) return await findLimitReached(db, userId, added, measure.limits);
  return await countAdded(db, userId, added, measure);
}

function addedBy(forms: readonly NumberedForm[]): Added {
  let textBytes = 0;
  for (const { ratings, formerVersions } of forms) {
    for (const { name, notes } of [ratings, ...formerVersions.map((each) => each.ratings)].flat()) {
      textBytes += bytesOf([name, notes]);
    }
  }
  return { saved: 0, entries: forms.length, textBytes };
}
