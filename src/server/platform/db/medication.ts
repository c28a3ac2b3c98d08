import { type CreateTableBuilder, type Kysely, SqliteAdapter, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds medications, doses, and the former values of entries other than forms. */
export const medication: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('medications')
      .$call(entryOfPerson)
      .addColumn('medication_id', 'text', (column) => column.notNull())
      .addColumn('from_date', 'text', (column) => column.notNull())
      .addColumn('until_date', 'text')
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('strength', 'double precision')
      .addColumn('unit', 'text', (column) => column.notNull())
      .addColumn('form', 'text', (column) => column.notNull())
      .addColumn('is_levodopa', 'integer', (column) => column.notNull())
      .addColumn('times', 'text', (column) => column.notNull())
      .addColumn('as_needed', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('medications_key', ['user_id', 'medication_id', 'from_date'])
      .$call((table) => byPerson(db, table))
      .execute();
    await db.schema
      .createTable('doses')
      .$call(entryOfPerson)
      .addColumn('dose_id', 'text', (column) => column.notNull())
      .addColumn('medication_id', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('strength', 'double precision')
      .addColumn('unit', 'text', (column) => column.notNull())
      .addColumn('is_levodopa', 'integer', (column) => column.notNull())
      .addColumn('amount', 'double precision', (column) => column.notNull())
      .addColumn('logged_at', 'bigint', (column) => column.notNull())
      .addColumn('scheduled_for', 'bigint')
      .addColumn('status', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('doses_key', ['user_id', 'dose_id'])
      .$call((table) => byPerson(db, table))
      .execute();
    await db.schema
      .createIndex('doses_time')
      .on('doses')
      .columns(['user_id', 'logged_at'])
      .execute();
    await addDeletedIndex(db, 'medications');
    await addDeletedIndex(db, 'doses');
    await db.schema
      .createTable('former_entries')
      .addColumn('user_id', 'text', (column) =>
        column.notNull().references('profiles.user_id').onDelete('cascade'),
      )
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('entry_id', 'text', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('former', 'text', (column) => column.notNull())
      .addColumn('replaced_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('former_entries_key', ['user_id', 'kind', 'entry_id', 'version'])
      .$call((table) => byPerson(db, table))
      .execute();
  },
};

/** The columns that every kind of entry has. */
export function entryOfPerson<Table extends string>(table: CreateTableBuilder<Table>) {
  return table
    .addColumn('user_id', 'text', (column) =>
      column.notNull().references('profiles.user_id').onDelete('cascade'),
    )
    .addColumn('entered_at', 'bigint', (column) => column.notNull())
    .addColumn('time_zone', 'text', (column) => column.notNull())
    .addColumn('author', 'text', (column) => column.notNull().defaultTo('self'))
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('deleted_at', 'bigint');
}

/** Adds an index of a table's deleted rows, because the app lists them and later erases them. */
export async function addDeletedIndex(db: Kysely<unknown>, table: string): Promise<void> {
  await db.schema
    .createIndex(`${table}_deleted`)
    .on(table)
    .column('deleted_at')
    .where(sql.ref('deleted_at'), 'is not', null)
    .execute();
}

/**
 * Makes SQLite store the rows of one person together, in the order of the primary key, which begins with `user_id`.
 * PostgreSQL has no such option.
 */
export function byPerson<Table extends string, Columns extends string>(
  db: Kysely<unknown>,
  table: CreateTableBuilder<Table, Columns>,
) {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter;
  return isSqlite ? table.modifyEnd(sql`without rowid`) : table;
}
