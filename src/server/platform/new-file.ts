import { closeSync, fsyncSync, linkSync, openSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Gives a complete file its final name, and removes the draft's name. The file must already be on disk. Of
 * several processes that want the same name, one succeeds. An existing name is never overwritten, not even a
 * dangling link.
 *
 * @returns whether the name was free
 */
export function giveName(draft: string, path: string): boolean {
  try {
    linkSync(draft, path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  syncFolder(dirname(path));
  return true;
}

/** Syncs a folder, because otherwise a file may be on disk without its name. Windows does this by itself. */
export function syncFolder(path: string): void {
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
