import { statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { restoreBackup } from '../src/server/backup/restore.ts';
import { restoreNewest } from '../src/server/backup/restore-newest.ts';
import { runCommand, summaryOf } from './command.ts';

/** Puts a backup's SQLite database and key into DATA_DIR. Of a folder with copies it takes the newest good one. */
await runCommand('npm run restore -- FILE-OR-FOLDER', async (config, name = '') => {
  const path = resolve(name);
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) {
    const rows = await restoreBackup(config, path);
    return `Restored from ${path}: ${summaryOf(rows)}.`;
  }
  const { copy, rows, bad } = await restoreNewest(config, path);
  const hours = Math.round((Date.now() - copy.madeAt) / 3_600_000);
  return [
    ...bad.map((each) => `${basename(each.path)} is damaged or has another key, and was not used.`),
    `Restored from ${copy.path}, made ${new Date(copy.madeAt).toISOString()} (${hours} hours ago): ${summaryOf(rows)}.`,
  ].join('\n');
});
