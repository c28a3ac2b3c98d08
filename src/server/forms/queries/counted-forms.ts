import {
  addedTo,
  bytesOf,
  COUNTS,
  countOrRefuse,
  dayOf,
  heldFor,
  type LimitReached,
  limitReached,
  type Measure,
  savedByPerson,
} from '../../entries/queries/fair-use.ts';
import type { Author } from '../../identity/authors.ts';
import type { Database } from '../../platform/db/database.ts';
import { prepared } from '../../platform/db/prepared.ts';
import type { StoredRating } from './forms.ts';

interface CountedForm {
  readonly formNumber: number;
  readonly firstName: string;
  readonly lastName: string;
  /** The limit that the account exceeds with the form. */
  readonly reached: LimitReached | undefined;
}

type Counting = { userId: string; day: number; saved: number; entries: number; textBytes: number };

const count = prepared((trx, counting: Counting) =>
  trx
    .updateTable('profiles')
    .set((row) => ({
      last_form_number: row('last_form_number', '+', 1),
      ...addedTo(row, counting),
    }))
    .where('user_id', '=', counting.userId)
    .returning([
      'last_form_number as formNumber',
      'first_name as firstName',
      'last_name as lastName',
      ...COUNTS,
    ]),
);

/**
 * Increments the highest Form # and the account's counts for the fair-use limits. The update locks the profile row
 * until the transaction ends, so concurrent saves get different numbers, and a rollback releases the number. The
 * function also returns the person's name, from which the caller makes the name of the person's sheet.
 *
 * @param limits without limits, the form is only counted
 * @param by who saves the form
 * @returns undefined if the user has no profile
 */
export async function countForm(
  trx: Database,
  userId: string,
  ratings: readonly StoredRating[],
  { now, limits }: Measure,
  by: Author,
): Promise<CountedForm | undefined> {
  const added = { saved: 1, entries: 1, textBytes: textIn(ratings) };
  const day = dayOf(now);
  const [counted] = await count(trx, { userId, day, ...added, saved: savedByPerson(by, added) });
  if (!counted) return undefined;
  const held = await heldFor(trx, userId, by, { day, ...added, held: counted });
  return { ...counted, reached: limitReached(added, held, limits) };
}

/**
 * Counts the text of an edited form. The text before the edit still counts, because it is stored as a former version.
 *
 * @param ratings those of the form after the edit
 * @throws the limit that the account exceeds after the edit
 */
export async function countEdit(
  trx: Database,
  userId: string,
  ratings: readonly StoredRating[],
  measure: Measure,
): Promise<void> {
  await countOrRefuse(trx, userId, { entries: 0, textBytes: textIn(ratings) }, measure);
}

function textIn(ratings: readonly StoredRating[]): number {
  return bytesOf(ratings.flatMap(({ name, notes }) => [name, notes]));
}
