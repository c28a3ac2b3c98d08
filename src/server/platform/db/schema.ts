import { createHash } from 'node:crypto';
import { type Kysely, SqliteAdapter, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { ACCOUNT_TABLES } from './account-tables.ts';
import { personTables } from './person-tables.ts';

/**
 * The one migration, which makes all tables. Until version 1.0.0 it may change. Its name holds its fingerprint, so that
 * a database of another build is refused instead of used with the wrong tables.
 */
const PORTABLE = `${ACCOUNT_TABLES}${personTables('')}`;
const FINGERPRINT = createHash('sha256').update(PORTABLE).digest('hex').slice(0, 12);

export const migrations: Readonly<Record<string, Migration>> = {
  [`0001-${FINGERPRINT}`]: {
    async up(db: Kysely<unknown>) {
      const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter;
      const statements = `${ACCOUNT_TABLES}${personTables(isSqlite ? 'without rowid' : '')}`;
      for (const statement of statements.split(';\n')) {
        if (statement.trim() !== '') await sql.raw(statement).execute(db);
      }
    },
  },
};

/** The names of all migrations, in order. */
export const migrationNames: readonly string[] = Object.keys(migrations);

/** The names of all tables. Each comes after the tables that its foreign keys refer to. */
export const tableNames: readonly string[] = [...PORTABLE.matchAll(/create table (\w+)/g)].map(
  ([, name = '']) => name,
);
