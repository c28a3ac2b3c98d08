import { closeSync, fsyncSync, linkSync, openSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Renames a complete temporary file, which must already be synced (fsync). If several processes want the same
 * name, one succeeds and the others delete their temporary files. Never overwrites an existing name, not even
 * a dangling symbolic link.
 *
 * @returns whether the name was free
 */
export function giveName(temporaryFile: string, path: string): boolean {
  try {
    linkSync(temporaryFile, path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(temporaryFile, { force: true });
  }
  syncFolder(dirname(path));
  return true;
}

/**
 * Syncs a folder, because otherwise a crash may lose the name of a file whose content is already on disk. Windows does
 * this by itself.
 */
export function syncFolder(path: string): void {
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
