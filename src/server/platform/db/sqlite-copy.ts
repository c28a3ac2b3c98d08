import { closeSync, existsSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { syncFolder } from '../new-file.ts';
import { sqlitePath } from './connecting.ts';
import { BUSY_LIMIT_MS } from './sqlite-file.ts';

/** Copies the SQLite database of a folder, as it is at one moment, into another folder. No save waits. */
export function copySqlite(from: string, to: string): void {
  // SQLite fills an empty file and leaves its mode as it is.
  writeFileSync(sqlitePath(to), '', { flag: 'wx', mode: 0o600 });
  const file = new DatabaseSync(sqlitePath(from), { readOnly: true, timeout: BUSY_LIMIT_MS });
  try {
    file.prepare('vacuum into ?').run(sqlitePath(to));
  } finally {
    file.close();
  }
}

/** Moves the SQLite database of a folder into another folder of the same disk, in place of the one there. */
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

/** SQLite would apply a leftover log to the file that replaces its own. */
function emptyLog(path: string): void {
  const file = new DatabaseSync(path, { timeout: BUSY_LIMIT_MS });
  try {
    file.exec('pragma journal_mode = delete');
  } finally {
    file.close();
  }
}
