import type { Counter } from '../../platform/db/counters.ts';
import type { Database } from '../../platform/db/database.ts';

/**
 * Takes the next numbers of a person's entries of a kind, which decide their rows in the spreadsheet. No later entry
 * gets the same numbers. The call locks the profile row until the transaction ends, and a rollback releases the
 * numbers.
 *
 * @returns the first of the numbers; undefined if the user has no profile
 */
export async function takeNumbers(
  trx: Database,
  userId: string,
  counter: Counter,
  count: number,
): Promise<number | undefined> {
  const taken = await trx
    .updateTable('profiles')
    .set(counter, (row) => row(counter, '+', count))
    .where('user_id', '=', userId)
    .returning(`${counter} as last` as const)
    .executeTakeFirst();
  return taken && taken.last - count + 1;
}
