import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { DAY_MS } from '../../../domain/zone.ts';
import { byPerson } from './medication.ts';

const NEW = 'spreadsheet_rows_of_all_kinds';

/**
 * Numbers the doses of each person, lets the queue of the spreadsheet hold doses and days besides forms, and adds to
 * forms which cells of their row the app has filled for the day. Queues all doses and days, which no spreadsheet has
 * yet.
 */
export const spreadsheetQueue: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('profiles')
      .addColumn('last_dose_number', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema
      .alterTable('doses')
      .addColumn('dose_number', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await sql`update doses set dose_number = numbered.number from (
        select user_id, dose_id,
          row_number() over (partition by user_id order by entered_at, dose_id) as number
        from doses) as numbered
      where numbered.user_id = doses.user_id and numbered.dose_id = doses.dose_id`.execute(db);
    await sql`update profiles set last_dose_number = counted.number from (
        select user_id, max(dose_number) as number from doses group by user_id) as counted
      where counted.user_id = profiles.user_id`.execute(db);
    await db.schema
      .createIndex('doses_number')
      .unique()
      .on('doses')
      .columns(['user_id', 'dose_number'])
      .execute();
    await db.schema
      .createIndex('doses_planned')
      .on('doses')
      .columns(['user_id', 'scheduled_for'])
      .execute();
    await db.schema
      .alterTable('forms')
      .addColumn('filled_columns', 'text', (column) => column.notNull().defaultTo(''))
      .execute();

    await db.schema
      .createTable(NEW)
      .addColumn('user_id', 'text', (column) =>
        column.notNull().references('profiles.user_id').onDelete('cascade'),
      )
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('number', 'integer', (column) => column.notNull())
      .addColumn('times_queued', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('spreadsheet_rows_entry', ['user_id', 'kind', 'number'])
      .$call((table) => byPerson(db, table))
      .execute();
    const columns = sql`${sql.table(NEW)} (user_id, kind, number, times_queued)`;
    const mirrored = sql`(select user_id from spreadsheets where is_on = 1)`;
    await sql`insert into ${columns}
      select user_id, 'form', form_number, 1 from spreadsheet_rows`.execute(db);
    await sql`insert into ${columns} select user_id, 'dose', dose_number, 1 from doses
      where user_id in ${mirrored}`.execute(db);
    await sql`insert into ${columns}
      select distinct user_id, 'day', logged_at / ${sql.lit(DAY_MS)}, 1 from forms
      where user_id in ${mirrored}`.execute(db);
    await db.schema.dropTable('spreadsheet_rows').execute();
    await db.schema.alterTable(NEW).renameTo('spreadsheet_rows').execute();
  },
};
