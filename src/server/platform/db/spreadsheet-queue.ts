import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { DAY_MS } from '../../../domain/zone.ts';
import { byPerson } from './medication.ts';

const NEW = 'spreadsheet_rows_of_all_kinds';

/**
 * Numbers the doses of each person. Lets the queue of the spreadsheet contain doses and days besides forms. Adds
 * `filled_columns` to `forms`: the columns of the spreadsheet in which the app has written values for the whole day
 * into the form's row. If a person's spreadsheet is on, queues their doses and the days with forms, because no
 * spreadsheet contains doses or values for days yet.
 */
export const spreadsheetQueue: Migration = {
  async up(db: Kysely<unknown>) {
    await numberRows(db, {
      table: 'doses',
      number: 'dose_number',
      key: 'dose_id',
      order: 'entered_at, dose_id',
    });
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

/**
 * Adds the column that `number` names to a table, and numbers the rows of each person from 1, sorted by the SQL
 * expression `order`. Stores each person's last number in their profile.
 */
export async function numberRows(
  db: Kysely<unknown>,
  {
    table,
    number,
    key,
    order,
  }: {
    readonly table: string;
    readonly number: 'dose_number' | 'check_in_number';
    readonly key: string;
    readonly order: string;
  },
): Promise<void> {
  for (const [altered, column] of [
    ['profiles', `last_${number}`],
    [table, number],
  ] as const) {
    await db.schema
      .alterTable(altered)
      .addColumn(column, 'integer', (added) => added.notNull().defaultTo(0))
      .execute();
  }
  await sql
    .raw(`update ${table} set ${number} = numbered.number from (
        select user_id, ${key}, row_number() over (partition by user_id order by ${order}) as number
        from ${table}) as numbered
      where numbered.user_id = ${table}.user_id and numbered.${key} = ${table}.${key}`)
    .execute(db);
  await sql
    .raw(`update profiles set last_${number} = counted.number from (
        select user_id, max(${number}) as number from ${table} group by user_id) as counted
      where counted.user_id = profiles.user_id`)
    .execute(db);
  await db.schema
    .createIndex(`${table}_number`)
    .unique()
    .on(table)
    .columns(['user_id', number])
    .execute();
}
