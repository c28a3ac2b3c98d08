import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresDialect,
  type QueryResult,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  sql,
} from 'kysely';
import { Migrator } from 'kysely/migration';
import pg from 'pg';
import { numbersAsNumbers, sqlitePath } from './connecting.ts';
import { migrationProvider } from './migrations.ts';
import type { Tables } from './tables.ts';
import { isBusy } from './unavailable.ts';

/** The one file that knows which database this is. */
export type Database = Kysely<Tables>;

export interface DatabaseOptions {
  /** A PostgreSQL address. Without it: the SQLite file in `dataDir`. */
  readonly databaseUrl: string | undefined;
  readonly dataDir: string;
  /** Told of connections that broke while idle; the pool replaces them. */
  readonly onError: (error: Error) => void;
}

/** How long a statement waits for another process's write before it fails, in milliseconds. */
const BUSY_LIMIT_MS = 5000;
const BUSY_PAUSE_MS = 15;

/** SQLite's `user_version` is the mark of a file that still holds what was deleted. */
const ERASED = 0;
const MAX_MARK = 0x7fff_ffff;

/** A call takes a connection twice: under too much load it is refused within 5 seconds. */
const POOL_LIMIT_MS = 2000;

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
    ? postgres(options.databaseUrl, options.onError)
    : sqlite(options.dataDir);
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
  const giveUp = new AbortController();
  try {
    await Promise.race([
      sql`select 1`.execute(db),
      setTimeout(PING_LIMIT_MS, undefined, { signal: giveUp.signal }).then(() => {
        throw new Error('The database does not answer');
      }),
    ]);
  } finally {
    giveUp.abort();
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
  const { rows } = await sql<{ file: string }>`pragma database_list`.execute(db);
  const worker = new Worker(new URL('./rebuild-file.ts', import.meta.url), {
    workerData: rows[0]?.file,
  });
  const [isEmptied] = await once(worker, 'message');
  return isEmptied;
}

async function readMark(db: Database): Promise<number> {
  const { rows } = await sql<{ user_version: number }>`pragma user_version`.execute(db);
  return rows[0]?.user_version ?? ERASED;
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

function postgres(connectionString: string, onError: (error: Error) => void): PostgresDialect {
  const pool = new pg.Pool({
    connectionString,
    max: 10,
    types: numbersAsNumbers(),
    connectionTimeoutMillis: POOL_LIMIT_MS,
    // The queries hold rows by updating them first, which is right at this level.
    options: '-c default_transaction_isolation=read\\ committed',
  });
  pool.on('error', onError);
  // The pool listens to idle connections alone: one that breaks between two statements of a transaction
  // would end the process. Its next statement fails, and tells.
  pool.on('connect', (client) => client.on('error', () => {}));
  return new PostgresDialect({ pool });
}

function sqlite(dataDir: string): SqliteDialect {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = new DatabaseSync(sqlitePath(dataDir), { timeout: BUSY_LIMIT_MS });
  file.exec('pragma journal_mode = wal');
  // An answered save is on disk: in WAL mode only FULL syncs the log at every commit.
  file.exec('pragma synchronous = full');
  file.exec('pragma foreign_keys = on');
  // On macOS a sync reaches the disk itself only with this; elsewhere it changes nothing.
  file.exec('pragma fullfsync = on');
  // What is deleted is overwritten: these are people's health records.
  file.exec('pragma secure_delete = on');
  // From here on waiting is ours, between turns of the event loop: SQLite's own would stop everything.
  file.exec('pragma busy_timeout = 0');
  return new NodeSqliteDialect({ database: asKyselyDatabase(file) });
}

/** `node:sqlite` in the shape Kysely expects. */
function asKyselyDatabase(file: DatabaseSync): SqliteDatabase {
  return {
    close: () => file.close(),
    prepare(text) {
      const statement = file.prepare(text);
      return {
        reader: statement.columns().length > 0,
        all: (parameters) => statement.all(...(parameters as SQLInputValue[])),
        run: (parameters) => statement.run(...(parameters as SQLInputValue[])),
        iterate: (parameters) => statement.iterate(...(parameters as SQLInputValue[])),
      };
    },
  };
}

class NodeSqliteDialect extends SqliteDialect {
  readonly #config: { database: SqliteDatabase };

  constructor(config: { database: SqliteDatabase }) {
    super(config);
    this.#config = config;
  }

  override createDriver(): SqliteDriver {
    return new PatientDriver(this.#config);
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter();
  }
}

class PatientDriver extends SqliteDriver {
  #connection: DatabaseConnection | undefined;

  override async acquireConnection(): Promise<DatabaseConnection> {
    this.#connection ??= new PatientConnection(await super.acquireConnection());
    return this.#connection;
  }

  /**
   * Takes the write lock at once. A transaction that first reads and then writes would otherwise fail
   * where another process wrote in between.
   */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await super.rollbackTransaction(connection);
    } catch (error) {
      // Where the disk is full or fails, SQLite has undone it by itself.
      if (!(error instanceof Error && error.message.includes('no transaction is active')))
        throw error;
    }
  }
}

/** Tries a statement again while another process holds the write lock: a refused one did nothing. */
class PatientConnection implements DatabaseConnection {
  readonly #connection: DatabaseConnection;

  constructor(connection: DatabaseConnection) {
    this.#connection = connection;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const giveUpAt = performance.now() + BUSY_LIMIT_MS;
    for (;;) {
      try {
        return await this.#connection.executeQuery<Row>(query);
      } catch (error) {
        if (!isBusy(error) || performance.now() > giveUpAt) throw error;
        await setTimeout(BUSY_PAUSE_MS);
      }
    }
  }

  streamQuery<Row>(
    query: CompiledQuery,
    chunkSize: number,
  ): AsyncIterableIterator<QueryResult<Row>> {
    return this.#connection.streamQuery<Row>(query, chunkSize);
  }
}

class TransactionalAdapter extends SqliteAdapter {
  /** SQLite undoes schema changes like any other, so a migration that is cut short leaves nothing behind. */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}
