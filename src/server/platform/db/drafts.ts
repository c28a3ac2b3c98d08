import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { LOCK_FILE, lockExclusively } from './process-lock.ts';

const PREFIX = 'unfinished-';

/**
 * Runs work with a new folder in `dataDir` that only the process's own user can open, and then removes the
 * folder.
 */
export async function withDraft<Result>(
  dataDir: string,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const folder = mkdtempSync(join(dataDir, PREFIX));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.on('exit', remove);
  try {
    // Lock the folder, because a server that starts during the work removes every unlocked `unfinished-` folder.
    const alone = lockExclusively(folder);
    try {
      return await work(folder);
    } finally {
      alone.release();
    }
  } finally {
    remove();
    process.off('exit', remove);
  }
}

/**
 * Removes the folders that killed processes have left. Each of them contains a lock file. A folder without one may be
 * the operator's own and stays, even if its name begins with `unfinished-`.
 */
export function removeDrafts(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    const folder = join(dataDir, name);
    if (!name.startsWith(PREFIX) || !existsSync(join(folder, LOCK_FILE))) continue;
    try {
      lockExclusively(folder).release();
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // The server must start even if a folder is in use or belongs to another user.
    }
  }
}
