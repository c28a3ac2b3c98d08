import { type Kysely, SqliteAdapter, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Ordered so that each table follows the table it refers to. */
const TABLES = ['forms', 'ratings', 'former_ratings', 'spreadsheet_rows'] as const;
const FOR_NOW = '_by_person';

/**
 * SQLite stores rows in the order of insertion, so one user's forms, logged day by day, are spread over many
 * pages of the file. This migration stores them in the order of their key, which begins with `user_id`. The
 * content stays the same. PostgreSQL does not keep tables in key order, so there the migration is a no-op.
 */
export const rowsByPerson: Migration = {
  async up(db: Kysely<unknown>) {
    if (!(db.getExecutor().adapter instanceof SqliteAdapter)) return;
    for (const table of TABLES) {
      await sql.raw(`${await definitionOf(db, table)} without rowid`).execute(db);
      // Copied in key order, so that the new table grows only at its end.
      await sql`insert into ${sql.table(table + FOR_NOW)}
        select * from ${sql.table(table)} order by user_id, form_number`.execute(db);
    }
    // Dropped in reverse order, because SQLite deletes the rows of a table one by one if another table refers to it.
    for (const table of TABLES.toReversed()) {
      await db.schema.dropTable(table).execute();
    }
    // Renaming a table also updates the foreign keys that refer to it.
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

/** Returns a table's CREATE statement, with temporary names for it and for the tables it refers to. */
async function definitionOf(db: Kysely<unknown>, table: string): Promise<string> {
  const { rows } = await sql<{ sql: string }>`select sql from sqlite_master
    where type = 'table' and name = ${table}`.execute(db);
  // Replacing every quoted name is safe, because no column has the name of one of these tables.
  return TABLES.reduce(
    (text, name) => text.replaceAll(`"${name}"`, `"${name}${FOR_NOW}"`),
    rows[0]?.sql ?? '',
  );
}
