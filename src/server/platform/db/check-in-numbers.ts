import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { DAY_MS } from '../../../domain/zone.ts';

/**
 * Numbers the check-ins of each person in the order of their days. Queues all of them for the spreadsheet, and all days
 * with forms of the people who have check-ins, because no spreadsheet has their answers yet.
 */
export const checkInNumbers: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('profiles')
      .addColumn('last_check_in_number', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema
      .alterTable('check_ins')
      .addColumn('check_in_number', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await sql`update check_ins set check_in_number = numbered.number from (
        select user_id, day, row_number() over (partition by user_id order by day) as number
        from check_ins) as numbered
      where numbered.user_id = check_ins.user_id and numbered.day = check_ins.day`.execute(db);
    await sql`update profiles set last_check_in_number = counted.number from (
        select user_id, max(check_in_number) as number from check_ins group by user_id) as counted
      where counted.user_id = profiles.user_id`.execute(db);
    await db.schema
      .createIndex('check_ins_number')
      .unique()
      .on('check_ins')
      .columns(['user_id', 'check_in_number'])
      .execute();

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
