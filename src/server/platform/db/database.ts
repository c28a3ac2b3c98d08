import { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { postgresDialect } from './postgres.ts';
import { checkRoleLimits, setRoleLimits } from './role-limits.ts';
import { migrations } from './schema.ts';
import { NodeSqliteDialect } from './sqlite.ts';
import type { Tables } from './tables.ts';
import { isUnavailable } from './unavailable.ts';

/** A database of either engine; queries are the same for both. */
export type Database = Kysely<Tables>;

export interface DatabaseOptions {
  /** A PostgreSQL URL; without it, the SQLite file in `dataDir` is used. */
  readonly databaseUrl: string | undefined;
  readonly dataDir: string;
  /** Called with the error when an idle connection breaks; the pool replaces the connection. */
  readonly onError: (error: Error) => void;
  /** Whether to retry less often for SQLite's write lock, so that other processes get it first. */
  readonly isPatient?: boolean;
}

/** Time-out of `ping`, in milliseconds. */
const PING_LIMIT_MS = 2000;

/** Connects to a database that `openDatabase` has already migrated. */
export function connect(options: DatabaseOptions): Database {
  const { databaseUrl, dataDir } = options;
  const dialect = databaseUrl
    ? postgresDialect(databaseUrl, options)
    : new NodeSqliteDialect(dataDir, options);
  return new Kysely<Tables>({ dialect });
}

/** Runs the work of a worker process on a database connection of its own. */
export async function withDatabase<Result>(
  at: Omit<DatabaseOptions, 'onError'>,
  work: (db: Database) => Promise<Result>,
): Promise<Result | { readonly refused: 'unavailable' }> {
  // An idle connection that breaks does not affect the work.
  const db = connect({ ...at, onError: () => {}, isPatient: true });
  try {
    return await work(db);
  } catch (error) {
    if (isUnavailable(error)) return { refused: 'unavailable' };
    throw error;
  } finally {
    await db.destroy();
  }
}

/**
 * Opens the database and migrates its schema. On PostgreSQL, also sets the limits of the app's role.
 *
 * @throws Refusal if the limits do not apply to new connections
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  if (options.databaseUrl) await migratePostgres(options.databaseUrl, options);
  const db = connect(options);
  try {
    await (options.databaseUrl ? checkRoleLimits(db) : migrate(db));
  } catch (error) {
    await db.destroy();
    throw error;
  }
  return db;
}

async function migratePostgres(databaseUrl: string, { onError }: DatabaseOptions): Promise<void> {
  const dialect = postgresDialect(databaseUrl, { onError, isUnlimited: true });
  const db = new Kysely<Tables>({ dialect });
  try {
    await migrate(db);
    await setRoleLimits(db);
  } finally {
    await db.destroy();
  }
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
 * True if a write failed because a concurrent transaction has inserted the same unique key. This happens only on
 * PostgreSQL, because SQLite runs one write transaction at a time.
 */
export function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505';
}

async function migrate(db: Database): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}
