import { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { migrationProvider } from './migrations.ts';
import { postgresDialect } from './postgres.ts';
import { NodeSqliteDialect } from './sqlite.ts';
import type { Tables } from './tables.ts';

/** A database of either engine; queries are the same for both. */
export type Database = Kysely<Tables>;

export interface DatabaseOptions {
  /** A PostgreSQL URL; without it, the SQLite file in `dataDir` is used. */
  readonly databaseUrl: string | undefined;
  readonly dataDir: string;
  /** Called with the error when an idle connection breaks; the pool replaces the connection. */
  readonly onError: (error: Error) => void;
}

/** Time-out of `ping`, in milliseconds. */
const PING_LIMIT_MS = 2000;

/**
 * Opens the database and migrates its schema.
 *
 * @param lastMigration the migration to stop at instead: the schema of the rows to be loaded
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

/** Resolves when the database answers; rejects if it does not within two seconds. */
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

/**
 * True if a write failed because another transaction has inserted the same unique key. Only PostgreSQL
 * reports this: SQLite runs one write transaction at a time.
 */
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
