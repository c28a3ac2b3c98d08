import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { SqliteAdapter, sql } from 'kysely';
import type { Database } from './database.ts';

/**
 * What a deletion leaves in SQLite's files, and its erasing: a page that was split may keep an old copy of what has
 * moved, whatever `secure_delete` says, and the log keeps earlier pages. PostgreSQL's are its own vacuum's business.
 */

/** SQLite's `user_version` is the mark of a file that still holds what was deleted. */
const ERASED = 0;
const MAX_MARK = 0x7fff_ffff;

/**
 * Runs a deletion, in a transaction, after which no byte of what was deleted is to be left in the
 * database's file. A mark in the file, made in the same transaction, tells that it is to be erased.
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

/** Whether nothing is left in the files of what was deleted. */
export async function isErased(db: Database): Promise<boolean> {
  return !isSqlite(db) || (await readMark(db)) === ERASED;
}

/**
 * Rebuilds the file and empties the log, and takes away the mark of all deletions that came before. The mark stays
 * where another process reads meanwhile: the log is still there then.
 */
export async function erase(db: Database): Promise<void> {
  const mark = await readMark(db);
  if (!(await rebuildFile(db))) return;
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

function isSqlite(db: Database): boolean {
  return db.getExecutor().adapter instanceof SqliteAdapter;
}
