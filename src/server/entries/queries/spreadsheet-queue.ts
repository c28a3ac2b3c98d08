import { type OnConflictBuilder, sql } from 'kysely';
import type { StoredKind } from '../../../contract/kinds.ts';
import { PLANNED_DAYS_AROUND } from '../../../domain/day-doses.ts';
import { type CalendarDate, DAY_MS, type Instant, midnightOf } from '../../../domain/zone.ts';
import type { Database } from '../../platform/db/database.ts';
import { prepared } from '../../platform/db/prepared.ts';
import type { Tables } from '../../platform/db/tables.ts';

/**
 * The queue of changes that the spreadsheet mirror has not written yet. A row has only the kind and the number of the
 * changed entry or day. The mirror reads the values when it writes.
 *
 * Every transaction that writes to the queue locks the profile first, and so does the transaction that turns the mirror
 * on. So if a change and turning the mirror on run at the same time, the transaction that gets the lock later queues
 * the change.
 */

/**
 * An entry, by its number; or a day, by the number of days since 1970 in UTC. A day is queued because
 * the row of its first form has cells for the whole day.
 *
 * The mirror also writes the days around a queued day (`DAYS_AROUND`), because the transaction of the change does not
 * read the zones of the other forms, and so does not know which calendar days it affects.
 */
export type QueuedKind = StoredKind['name'] | 'day';

export interface Queued {
  readonly kind: QueuedKind;
  readonly number: number;
}

/** A row of the queue, as it was before the mirror read the values to write. */
export interface Waiting extends Queued {
  readonly timesQueued: number;
}

/**
 * How many days before and after a queued day the mirror writes: `PLANNED_DAYS_AROUND` for planned doses, and one more,
 * because the calendar days of two zones differ by at most one.
 */
export const DAYS_AROUND = PLANNED_DAYS_AROUND + 1;

/** The most rows in one statement. */
const ROWS_AT_ONCE = 500;

export function queuedDay(instant: Instant): Queued {
  return { kind: 'day', number: Math.floor(instant / DAY_MS) };
}

const findMirrored = prepared((trx, { userId }: { userId: string }) =>
  trx
    .selectFrom('spreadsheets')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('is_on', '=', 1),
);

/**
 * Queues what has changed, if the mirror is on.
 *
 * @returns false if the mirror is off
 */
export async function queueRows(
  trx: Database,
  userId: string,
  changed: readonly Queued[],
): Promise<boolean> {
  if ((await findMirrored(trx, { userId })).length === 0) return false;
  // Remove duplicates, because one statement cannot update the same row twice.
  const rows = [...new Map(changed.map((each) => [`${each.kind} ${each.number}`, each])).values()];
  for (let begin = 0; begin < rows.length; begin += ROWS_AT_ONCE) {
    await trx
      .insertInto('spreadsheet_rows')
      .values(
        rows.slice(begin, begin + ROWS_AT_ONCE).map(({ kind, number }) => {
          return { user_id: userId, kind, number, times_queued: 1 };
        }),
      )
      .onConflict(countAgain)
      .execute();
  }
  return true;
}

/**
 * Queues the days that have forms, from `DAYS_AROUND` days before a date on, if the mirror is on.
 *
 * @returns false if the mirror is off
 */
export async function queueDaysFrom(
  trx: Database,
  userId: string,
  from: CalendarDate,
): Promise<boolean> {
  if ((await findMirrored(trx, { userId })).length === 0) return false;
  await queueAll(trx, userId, 'day', midnightOf(from) - DAYS_AROUND * DAY_MS);
  return true;
}

/**
 * Queues all entries of a kind, or all days with forms, including deleted ones. Call it only for a person whose mirror
 * is on.
 *
 * @param from only for the kind `day`: skips forms that are for a time before this instant (ms)
 */
export async function queueAll(
  trx: Database,
  userId: string,
  kind: QueuedKind,
  from?: Instant,
): Promise<void> {
  const number = kind === 'day' ? sql<number>`at / ${sql.lit(DAY_MS)}` : sql.ref<number>('number');
  await trx
    .insertInto('spreadsheet_rows')
    .columns(['user_id', 'kind', 'number', 'times_queued'])
    .expression((row) =>
      row
        .selectFrom('entries')
        .select([
          'user_id',
          sql.lit(kind).as('kind'),
          number.as('number'),
          sql.lit(1).as('times_queued'),
        ])
        .distinct()
        .where('user_id', '=', userId)
        .where('entries.kind', '=', kind === 'day' ? 'form' : kind)
        .$if(from !== undefined, (query) => query.where('at', '>=', from ?? 0)),
    )
    .onConflict(countAgain)
    .execute();
}

function countAgain(conflict: OnConflictBuilder<Tables, 'spreadsheet_rows'>) {
  return conflict
    .columns(['user_id', 'kind', 'number'])
    .doUpdateSet((row) => ({ times_queued: row('spreadsheet_rows.times_queued', '+', 1) }));
}

/** The kinds of rows in a person's queue. */
export async function findWaitingKinds(db: Database, userId: string): Promise<QueuedKind[]> {
  const rows = await db
    .selectFrom('spreadsheet_rows')
    .select('kind')
    .distinct()
    .where('user_id', '=', userId)
    .execute();
  return rows.map(({ kind }) => kind as QueuedKind);
}

/** The first rows of a kind in a person's queue, in ascending order of their numbers. */
export async function findWaiting(
  db: Database,
  userId: string,
  kind: QueuedKind,
  limit: number,
): Promise<Waiting[]> {
  const rows = await db
    .selectFrom('spreadsheet_rows')
    .select(['number', 'times_queued as timesQueued'])
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .orderBy('number')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ kind, ...row }));
}

/** Removes written rows from the queue, except those that were queued again after the mirror read them. */
export async function dropWritten(
  trx: Database,
  userId: string,
  written: readonly Waiting[],
): Promise<void> {
  const groups = Map.groupBy(written, ({ kind, timesQueued }) => `${kind} ${timesQueued}`);
  for (const rows of groups.values()) {
    const [{ kind, timesQueued } = { kind: 'form', timesQueued: 0 }] = rows;
    await trx
      .deleteFrom('spreadsheet_rows')
      .where('user_id', '=', userId)
      .where('kind', '=', kind)
      .where('times_queued', '=', timesQueued)
      .where(
        'number',
        'in',
        rows.map(({ number }) => number),
      )
      .execute();
  }
}

export async function dropAll(trx: Database, userId: string): Promise<void> {
  await trx.deleteFrom('spreadsheet_rows').where('user_id', '=', userId).execute();
}
