import { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { migrationProvider } from './migrations.ts';
import { postgresDialect } from './postgres.ts';
import { NodeSqliteDialect } from './sqlite.ts';
import type { Tables } from './tables.ts';

/** Either engine's: the queries are the same for both. */
export type Database = Kysely<Tables>;

export interface DatabaseOptions {
  /** A PostgreSQL address. Without it: the SQLite file in `dataDir`. */
  readonly databaseUrl: string | undefined;
  readonly dataDir: string;
  /** Told of connections that broke while idle; the pool replaces them. */
  readonly onError: (error: Error) => void;
}

/** How long to wait for an answer, in milliseconds. */
const PING_LIMIT_MS = 2000;

/**
 * Opens the database and brings its schema up to date.
 *
 * @param lastMigration where to stop instead: the schema that rows to be loaded come from
 */
export async function openDatabase(
  options: DatabaseOptions,
  lastMigration?: string,
): Promise<Database> {
  const dialect = options.databaseUrl
    ? postgresDialect(options.databaseUrl, options.onError)
    : new NodeSqliteDialect(options.dataDir);
  const db = new Kysely<Tables>({ dialect });
  try {
    await migrate(db, lastMigration);
  } catch (error) {
    await db.destroy();
    throw error;
  }
  return db;
}

/** Resolves once the database has answered; fails where it does not within two seconds. */
export async function ping(db: Database): Promise<void> {
  const noAnswer = Promise.withResolvers<never>();
  const limit = setTimeout(
    () => noAnswer.reject(new Error('The database does not answer')),
    PING_LIMIT_MS,
  );
  try {
    await Promise.race([
      db.selectNoFrom(({ lit }) => lit(1).as('one')).execute(),
      noAnswer.promise,
    ]);
  } finally {
    clearTimeout(limit);
  }
}

/** Whether a write failed because another transaction has meanwhile written what must be there once. */
export function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505';
}

async function migrate(db: Database, lastMigration?: string): Promise<void> {
  const migrator = new Migrator({ db, provider: migrationProvider });
  const { error } = await (lastMigration
    ? migrator.migrateTo(lastMigration)
    : migrator.migrateToLatest());
  if (error) throw error;
}
