import { renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Config } from '../config.ts';
import { removeDrafts } from '../platform/db/drafts.ts';
import { lockForCopy } from '../platform/db/process-lock.ts';
import { syncFolder } from '../platform/new-file.ts';
import { Refusal } from '../platform/refusal.ts';
import { copyOfKey } from '../platform/secrets.ts';
import { claimFolder, copiesIn, nameOfCopy, noteCopy, unfinishedIn } from './copies-folder.ts';
import { openBackup } from './restore.ts';
import { writeBackup } from './write.ts';

export type CopyOrder = Pick<Config, 'dataDir' | 'databaseUrl' | 'backupKey'> & {
  readonly copies: NonNullable<Config['copies']>;
  readonly now: number;
};

export interface MadeCopy {
  readonly path: string;
  readonly bytes: number;
}

/**
 * Writes a copy, opens it as a restore would, and only then gives it its name and deletes the oldest ones. A copy that
 * was cut off at any moment leaves the earlier ones as they are, and the next one removes what it has left.
 *
 * @returns undefined if another process makes one, or has just made one
 * @throws Refusal if the folder is missing or another one, or if the copy cannot be written or opened
 */
export async function makeCopy({
  copies,
  now,
  ...config
}: CopyOrder): Promise<MadeCopy | undefined> {
  const lock = lockUnlessTaken(config.dataDir);
  if (!lock) return undefined;
  try {
    const { folder, keep, everyMs } = copies;
    const key = copyOfKey(config.dataDir);
    const before = using(folder, () => {
      claimFolder(folder, config.dataDir, key);
      return copiesIn(folder);
    });
    const [last] = before;
    if (last && !isDue(last.madeAt, everyMs, now)) {
      noteCopy(config.dataDir, folder, last.madeAt);
      return undefined;
    }
    removeDrafts(config.dataDir);
    for (const path of unfinishedIn(folder)) rmSync(path, { force: true });
    const path = join(folder, nameOfCopy((last?.number ?? 0) + 1, now));
    const unchecked = `${path}.unchecked`;
    try {
      const rows = await writeBackup(config, unchecked, rename);
      const found = await openBackup(config, unchecked);
      if (!isDeepStrictEqual(found, rows)) {
        throw new Refusal('The copy does not have the rows of the database.');
      }
      rename(unchecked, path);
    } finally {
      rmSync(unchecked, { force: true });
    }
    noteCopy(config.dataDir, folder, now);
    for (const old of copiesIn(folder).slice(keep)) rmSync(old.path, { force: true });
    return { path, bytes: statSync(path).size };
  } finally {
    lock.release();
  }
}

/** Whether it is time for a copy. One from the future was made with a wrong clock, and does not count. */
export function isDue(lastAt: number | undefined, everyMs: number, now: number): boolean {
  return lastAt === undefined || lastAt > now || now - lastAt >= everyMs;
}

/** Whether the last good copy is so old that the operator must be told. */
export function isTooOld(lastAt: number, everyMs: number, now: number): boolean {
  return now - lastAt > 2 * everyMs;
}

function lockUnlessTaken(dataDir: string) {
  try {
    return lockForCopy(dataDir);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** Names the folder in an error of its file system, such as that of a disk that fails. */
function using<Value>(folder: string, work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    throw new Refusal(`${folder} cannot be used: ${error.message}`);
  }
}

/** Renames a file, because exFAT has no links. The number in its name is new. */
function rename(from: string, to: string): boolean {
  renameSync(from, to);
  try {
    syncFolder(dirname(to));
  } catch {
    // Not every file system can sync a folder.
  }
  return true;
}
