import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { SqliteAdapter, sql } from 'kysely';
import type { Database } from './database.ts';

/**
 * Erases the traces of deletions from SQLite's files: a page that was split may keep an old copy of a moved
 * row despite `secure_delete`, and the WAL keeps earlier pages. PostgreSQL relies on its own vacuum.
 */

/**
 * Values of SQLite's `user_version`: 0 if no deleted data is left in the file, any other number if some may
 * be.
 */
const ERASED = 0;
const MAX_MARK = 0x7fff_ffff;

/**
 * Runs a deletion in a transaction. On SQLite, the same transaction marks the file as one that may still contain bytes
 * of the deleted rows, so that a job erases them later.
 */
export async function deleteForGood(
  db: Database,
  deletion: (trx: Database) => Promise<boolean>,
): Promise<boolean> {
  return await db.transaction().execute(async (trx) => {
    const deleted = await deletion(trx);
    // A random mark, so that an erasure does not clear the mark of a later deletion.
    if (deleted && isSqlite(trx)) await setMark(trx, randomInt(ERASED + 1, MAX_MARK));
    return deleted;
  });
}

/** True if the files contain no deleted data. */
export async function isErased(db: Database): Promise<boolean> {
  return !isSqlite(db) || (await readMark(db)) === ERASED;
}

/**
 * Rebuilds the file, empties the WAL, and clears the mark of all earlier deletions. The mark stays if another
 * process is reading, because the WAL cannot be emptied then.
 */
export async function erase(db: Database): Promise<void> {
  const mark = await readMark(db);
  if (!(await rebuildFile(db))) return;
  await db.transaction().execute(async (trx) => {
    if ((await readMark(trx)) === mark) await setMark(trx, ERASED);
  });
}

/**
 * Rebuilds the file in a worker thread; false if another process was reading, so that the WAL could not be
 * emptied.
 */
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

function isSqlite(db: Database): boolean {
  return db.getExecutor().adapter instanceof SqliteAdapter;
}
