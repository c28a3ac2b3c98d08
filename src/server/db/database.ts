import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Kysely, SqliteAdapter, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { migrationProvider } from './migrations.ts';
import { postgresDialect } from './postgres.ts';
import { NodeSqliteDialect } from './sqlite.ts';
import type { Tables } from './tables.ts';

/** The one file that knows which database this is. */
export type Database = Kysely<Tables>;

export interface DatabaseOptions {
  /** A PostgreSQL address. Without it: the SQLite file in `dataDir`. */
  readonly databaseUrl: string | undefined;
  readonly dataDir: string;
  /** Told of connections that broke while idle; the pool replaces them. */
  readonly onError: (error: Error) => void;
}

/** SQLite's `user_version` is the mark of a file that still holds what was deleted. */
const ERASED = 0;
const MAX_MARK = 0x7fff_ffff;

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

/**
 * Runs a deletion, in a transaction, after which no byte of what was deleted is to be left in the
 * database's file. To be followed by `finishErasing`; a mark in the file, made in the same transaction,
 * tells of it should that be cut short.
 */
export async function deleteForGood(
  db: Database,
  deletion: (trx: Database) => Promise<boolean>,
): Promise<boolean> {
  return await db.transaction().execute(async (trx) => {
    const deleted = await deletion(trx);
    // Unlike any other's, so that whoever erases does not take away the mark of a later deletion.
    if (deleted && isSqlite(trx)) await setMark(trx, randomInt(ERASED + 1, MAX_MARK));
    return deleted;
  });
}

/**
 * Erases what a deletion has left in SQLite's files, if any has: a page that was split may keep an old
 * copy of what has moved, whatever `secure_delete` says, and the log keeps earlier pages. So the file is
 * rebuilt and the log emptied. While another process reads that waits for the next time.
 */
export async function finishErasing(db: Database): Promise<void> {
  if (!isSqlite(db)) return;
  // One after the other: what one rebuild has erased, the next need not.
  const before = erasing.get(db) ?? Promise.resolve();
  const turn = before.then(() => eraseMarked(db));
  erasing.set(
    db,
    turn.catch(() => {}),
  );
  await turn;
}

const erasing = new WeakMap<Database, Promise<void>>();

async function eraseMarked(db: Database): Promise<void> {
  const mark = await readMark(db);
  if (mark === ERASED || !(await rebuildFile(db))) return;
  await db.transaction().execute(async (trx) => {
    if ((await readMark(trx)) === mark) await setMark(trx, ERASED);
  });
}

/** Rebuilds the file in a thread; false where another process was reading, and the log is still there. */
async function rebuildFile(db: Database): Promise<boolean> {
  const { file } = await db
    .selectFrom(sql<{ file: string }>`pragma_database_list`.as('files'))
    .select('file')
    .executeTakeFirstOrThrow();
  const worker = new Worker(new URL('./rebuild-file.ts', import.meta.url), {
    workerData: file,
  });
  const [isEmptied] = await once(worker, 'message');
  return isEmptied;
}

async function readMark(db: Database): Promise<number> {
  const row = await db
    .selectFrom(sql<{ user_version: number }>`pragma_user_version`.as('mark'))
    .select('user_version')
    .executeTakeFirstOrThrow();
  return row.user_version;
}

async function setMark(db: Database, mark: number): Promise<void> {
  await sql`pragma user_version = ${sql.lit(mark)}`.execute(db);
}

/** Whether a write failed because another transaction has meanwhile written what must be there once. */
export function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505';
}

function isSqlite(db: Database): boolean {
  return db.getExecutor().adapter instanceof SqliteAdapter;
}

async function migrate(db: Database, lastMigration?: string): Promise<void> {
  const migrator = new Migrator({ db, provider: migrationProvider });
  const { error } = await (lastMigration
    ? migrator.migrateTo(lastMigration)
    : migrator.migrateToLatest());
  if (error) throw error;
}
