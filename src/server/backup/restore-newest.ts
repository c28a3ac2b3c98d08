import type { Config } from '../config.ts';
import { Refusal } from '../platform/refusal.ts';
import { type Copy, copiesIn } from './copies-folder.ts';
import { UnusableBackup } from './refusals.ts';
import { restoreBackup } from './restore.ts';

/**
 * Restores the newest good copy of a folder.
 *
 * @returns the copy, the number of rows of each table, and the newer copies that are damaged or have another key
 * @throws Refusal if no copy is good, or if `restoreBackup` refuses for another reason
 */
export async function restoreNewest(
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'backupKey'>,
  folder: string,
): Promise<{ copy: Copy; rows: Record<string, number>; bad: Copy[] }> {
  const copies = copiesIn(folder);
  let first: Refusal | undefined;
  for (const [index, copy] of copies.entries()) {
    try {
      const rows = await restoreBackup(config, copy.path);
      return { copy, rows, bad: copies.slice(0, index) };
    } catch (error) {
      if (!(error instanceof UnusableBackup)) throw error;
      first ??= error;
    }
  }
  throw first ?? new Refusal(`${folder} has no copies of Symptom Tracker.`);
}
