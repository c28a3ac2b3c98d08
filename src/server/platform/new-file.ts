import { closeSync, fsyncSync, linkSync, openSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Gives a file that is whole and on disk its name; the draft's own is gone afterwards. Of several that want one
 * name at once, one gets it, and nothing that has the name is written over, be it a link to nowhere.
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

/** Without it a file may be on disk, and its name not. Windows writes names by itself. */
export function syncFolder(path: string): void {
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
