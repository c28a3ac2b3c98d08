import { type CalendarDate, midnightOf } from '../../../domain/zone.ts';
import { queuedDay, queueRows } from '../../entries/queries/spreadsheet-queue.ts';
import type { Database } from '../../platform/db/database.ts';

/** The numbers of a person's check-ins, which decide their rows in the spreadsheet. */

/**
 * Takes the next numbers of a person, which no check-in gets again. It locks the profile row until the transaction ends,
 * and a rollback releases the numbers.
 *
 * @returns the first of them; undefined if the user has no profile
 */
export async function takeCheckInNumbers(
  trx: Database,
  userId: string,
  count: number,
): Promise<number | undefined> {
  const taken = await trx
    .updateTable('profiles')
    .set((row) => ({ last_check_in_number: row('last_check_in_number', '+', count) }))
    .where('user_id', '=', userId)
    .returning('last_check_in_number as last')
    .executeTakeFirst();
  return taken && taken.last - count + 1;
}

/** Queues check-ins for the spreadsheet, and their days. */
export async function queueCheckIns(
  trx: Database,
  userId: string,
  checkIns: readonly { readonly number: number; readonly day: CalendarDate }[],
): Promise<void> {
  await queueRows(
    trx,
    userId,
    checkIns.flatMap(({ number, day }) => [
      { kind: 'checkIn', number } as const,
      queuedDay(midnightOf(day)),
    ]),
  );
}
