import type { AnyKind } from '../../../contract/kinds/kind.ts';
import { STORED_KINDS, type StoredKind } from '../../../contract/kinds.ts';
import type { Author } from '../../identity/authors.ts';
import { counterOf } from '../../platform/db/counters.ts';
import type { Database } from '../../platform/db/database.ts';
import { prepared } from '../../platform/db/prepared.ts';
import { fail } from '../../platform/http/fail.ts';
import { CHANGES, changeOf, countingChanges } from './changes.ts';
import {
  addedTo,
  COUNTS,
  dayOf,
  heldFor,
  type LimitReached,
  limitReached,
  type Measure,
  savedByPerson,
} from './fair-use.ts';

export interface MeasureBy extends Measure {
  /** Who saves. */
  readonly by: Author;
}

/**
 * Counts what a save adds, and takes the numbers of new entries, in the one statement that also locks the profile.
 *
 * @returns the last number; the number of the change, if the mirror is on; and the limit that the account exceeds: the
 *   caller must then roll the transaction back
 * @throws userNotFound if there is no profile, or if a helper lost the access meanwhile
 */
export async function countEntries(
  trx: Database,
  kind: AnyKind,
  userId: string,
  added: { readonly entries: number; readonly textBytes: number },
  { now, limits, by }: MeasureBy,
): Promise<{
  readonly last: number;
  readonly changed: number | null;
  readonly reached: LimitReached | undefined;
}> {
  const day = dayOf(now);
  const all = { saved: added.entries, ...added };
  const saved = savedByPerson(by, all);
  const [held] = (await COUNTING.get(kind.name)?.(trx, { userId, day, ...all, saved })) ?? [];
  if (!held) throw fail('userNotFound');
  const counts = await heldFor(trx, userId, by, { day, ...all, held });
  const changed = changeOf(kind, held);
  return { last: held.last, changed, reached: limitReached(all, counts, limits) };
}

type Counting = { userId: string; day: number; saved: number; entries: number; textBytes: number };

function countingOf(kind: StoredKind) {
  const column = counterOf(kind);
  return prepared((trx, counting: Counting) =>
    trx
      .updateTable('profiles')
      .set((row) => ({
        ...addedTo(row, counting),
        ...countingChanges(row, kind),
        [column]: row(column, '+', counting.entries),
      }))
      .where('user_id', '=', counting.userId)
      .returning([...COUNTS, ...CHANGES, `${column} as last` as const]),
  );
}

/** The statement of each kind, by its name. */
const COUNTING = new Map<string, ReturnType<typeof countingOf>>(
  STORED_KINDS.map((kind) => [kind.name, countingOf(kind)]),
);
