import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { DAY_MS } from '../../../domain/zone.ts';
import { numberRows } from './spreadsheet-queue.ts';

/**
 * Numbers the check-ins of each person in the order of their days. If a person has check-ins and their spreadsheet is
 * on, queues their check-ins and their days with forms for the spreadsheet, because no spreadsheet contains the answers
 * of check-ins yet.
 */
export const checkInNumbers: Migration = {
  async up(db: Kysely<unknown>) {
    const numbered = {
      table: 'check_ins',
      number: 'check_in_number',
      key: 'day',
      order: 'day',
    } as const;
    await numberRows(db, numbered);
    const columns = sql`spreadsheet_rows (user_id, kind, number, times_queued)`;
    const mirrored = sql`(select user_id from spreadsheets where is_on = 1)`;
    await sql`insert into ${columns} select user_id, 'checkIn', check_in_number, 1 from check_ins
      where user_id in ${mirrored}`.execute(db);
    await sql`insert into ${columns}
      select distinct user_id, 'day', logged_at / ${sql.lit(DAY_MS)}, 1 from forms
      where user_id in ${mirrored} and user_id in (select user_id from check_ins)
      on conflict (user_id, kind, number)
      do update set times_queued = spreadsheet_rows.times_queued + 1`.execute(db);
  },
};
