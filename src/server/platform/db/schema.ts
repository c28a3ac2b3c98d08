import { createHash } from 'node:crypto';
import { type Kysely, SqliteAdapter, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { ACCOUNT_TABLES } from './account-tables.ts';
import { personTables } from './person-tables.ts';

/**
 * The first migration makes the tables of version 1.0.0. It is frozen, because people's databases have been made by it
 * (`schema.test.ts`). Its name holds its fingerprint, so that a database of an earlier build is refused.
 */
const PORTABLE = `${ACCOUNT_TABLES}${personTables('')}`;
const FINGERPRINT = createHash('sha256').update(PORTABLE).digest('hex').slice(0, 12);

/**
 * What later versions change, by the names of their migrations ('0002-handedness'): statements for both databases, each
 * on lines of its own, with ';' at the end. One that was released is never edited.
 */
const LATER: Readonly<Record<string, string>> = {
  // The address that both accounts know. The owner may change theirs while the accounts wait.
  '0002-split-address': `alter table address_splits add column email text not null default '';
update address_splits
  set email = (select email from accounts where accounts.user_id = address_splits.owner_id);
`,
};

export const migrations: Readonly<Record<string, Migration>> = {
  [`0001-${FINGERPRINT}`]: {
    async up(db: Kysely<unknown>) {
      const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter;
      const statements = `${ACCOUNT_TABLES}${personTables(isSqlite ? 'without rowid' : '')}`;
      await run(db, statements);
    },
  },
  ...Object.fromEntries(
    Object.entries(LATER).map(([name, statements]) => [
      name,
      { up: (db: Kysely<unknown>) => run(db, statements) },
    ]),
  ),
};

async function run(db: Kysely<unknown>, statements: string): Promise<void> {
  for (const statement of statements.split(';\n')) {
    if (statement.trim() !== '') await sql.raw(statement).execute(db);
  }
}

/** The names of all migrations, in order. */
export const migrationNames: readonly string[] = Object.keys(migrations);

/** The names of all tables. Each comes after the tables that its foreign keys refer to. */
export const tableNames: readonly string[] = [PORTABLE, ...Object.values(LATER)].flatMap(
  (statements) => [...statements.matchAll(/create table (\w+)/g)].map(([, name = '']) => name),
);
