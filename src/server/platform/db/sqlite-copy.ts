import { closeSync, existsSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { syncFolder } from '../new-file.ts';
import { sqlitePath } from './connecting.ts';
import { BUSY_LIMIT_MS } from './sqlite-file.ts';

/** Copies a snapshot of a folder's SQLite database into another folder. It blocks no save. */
export function copySqlite(from: string, to: string): void {
  // Creates an empty file that only its owner can read. `vacuum into` accepts an empty file and does not change its
  // mode.
  writeFileSync(sqlitePath(to), '', { flag: 'wx', mode: 0o600 });
  const file = new DatabaseSync(sqlitePath(from), { readOnly: true, timeout: BUSY_LIMIT_MS });
  try {
    file.prepare('vacuum into ?').run(sqlitePath(to));
  } finally {
    file.close();
  }
}

/**
 * Moves a folder's SQLite database into another folder on the same disk, where it replaces the existing one.
 */
export function replaceSqlite(from: string, to: string): void {
  const [draft, path] = [sqlitePath(from), sqlitePath(to)];
  emptyLog(draft);
  if (existsSync(path)) emptyLog(path);
  const file = openSync(draft, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(draft, path);
  syncFolder(to);
}

/**
 * Writes the content of a file's WAL into the file and deletes the WAL. Otherwise the new file would move without its
 * own WAL, and SQLite would apply the WAL of the replaced file to it.
 */
function emptyLog(path: string): void {
  const file = new DatabaseSync(path, { timeout: BUSY_LIMIT_MS });
  try {
    file.exec('pragma journal_mode = delete');
  } finally {
    file.close();
  }
}
