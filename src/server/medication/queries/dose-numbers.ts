import { queuedDay, queueRows } from '../../entries/queries/spreadsheet-queue.ts';
import type { Database } from '../../platform/db/database.ts';

/** The numbers of a person's doses, which decide their rows in the spreadsheet. */

/**
 * Takes the next numbers of a person, which no dose gets again. It locks the profile row until the transaction ends, and
 * a rollback releases the numbers.
 *
 * @returns the first of them; undefined if the user has no profile
 */
export async function takeDoseNumbers(
  trx: Database,
  userId: string,
  count: number,
): Promise<number | undefined> {
  const taken = await trx
    .updateTable('profiles')
    .set((row) => ({ last_dose_number: row('last_dose_number', '+', count) }))
    .where('user_id', '=', userId)
    .returning('last_dose_number as last')
    .executeTakeFirst();
  return taken && taken.last - count + 1;
}

/**
 * Queues doses for the spreadsheet, and the days of their planned times.
 *
 * @param plannedTimes in milliseconds, those before an edit too; null for a dose without one
 */
export async function queueDoses(
  trx: Database,
  userId: string,
  numbers: readonly number[],
  plannedTimes: readonly (number | null)[],
): Promise<void> {
  const days = plannedTimes.filter((time) => time !== null).map(queuedDay);
  const doses = numbers.map((number) => ({ kind: 'dose', number }) as const);
  await queueRows(trx, userId, [...doses, ...days]);
}
