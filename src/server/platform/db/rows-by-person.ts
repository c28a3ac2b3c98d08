import { type Kysely, SqliteAdapter, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Each after the table that it refers to. */
const TABLES = ['forms', 'ratings', 'former_ratings', 'spreadsheet_rows'] as const;
const FOR_NOW = '_by_person';

/**
 * SQLite keeps a table's rows in the order in which they came: a person's forms, logged day by day, lie among
 * everyone else's, each on another page of the file. Here they lie in the order of their key, which begins with
 * `user_id`. What the tables hold stays as it is. PostgreSQL has no such tables.
 */
export const rowsByPerson: Migration = {
  async up(db: Kysely<unknown>) {
    if (!(db.getExecutor().adapter instanceof SqliteAdapter)) return;
    for (const table of TABLES) {
      await sql.raw(`${await definitionOf(db, table)} without rowid`).execute(db);
      // In the order of its key, so that the copy grows at its end alone.
      await sql`insert into ${sql.table(table + FOR_NOW)}
        select * from ${sql.table(table)} order by user_id, form_number`.execute(db);
    }
    // From the last on: dropping a table deletes its rows one by one where others refer to it.
    for (const table of TABLES.toReversed()) {
      await db.schema.dropTable(table).execute();
    }
    // What refers to a table goes with its name.
    for (const table of TABLES) {
      await db.schema
        .alterTable(table + FOR_NOW)
        .renameTo(table)
        .execute();
    }
    await db.schema
      .createIndex('forms_time')
      .on('forms')
      .columns(['user_id', 'logged_at'])
      .execute();
  },
};

/** How a table was made, with other names for it and for those it refers to. */
async function definitionOf(db: Kysely<unknown>, table: string): Promise<string> {
  const { rows } = await sql<{ sql: string }>`select sql from sqlite_master
    where type = 'table' and name = ${table}`.execute(db);
  // No column has a table's name.
  return TABLES.reduce(
    (text, name) => text.replaceAll(`"${name}"`, `"${name}${FOR_NOW}"`),
    rows[0]?.sql ?? '',
  );
}
