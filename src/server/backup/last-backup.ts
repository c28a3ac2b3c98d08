import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** An empty file in the data folder, whose time is that of the last backup. */
const FILE = 'last-backup';

/** How many days after the last backup the next one is due. */
export const BACKUP_DUE_DAYS = 7;

/** Notes that a backup was written. A folder that cannot be written is no reason to fail: the backup is there. */
export async function noteBackup(dataDir: string): Promise<void> {
  await writeFile(join(dataDir, FILE), '').catch(() => {});
}

/** When the last backup was written (ms); undefined if none was. */
export async function lastBackupAt(dataDir: string): Promise<number | undefined> {
  const file = await stat(join(dataDir, FILE)).catch(() => undefined);
  return file?.mtimeMs;
}
