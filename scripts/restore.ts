import { resolve } from 'node:path';
import { restoreBackup } from '../src/server/backup/restore.ts';
import { runCommand, summaryOf } from './command.ts';

/** Puts a backup's SQLite database and key into DATA_DIR. */
await runCommand('npm run restore -- FILE', async (config, file = '') => {
  const path = resolve(file);
  const rows = await restoreBackup(config, path);
  return `Restored from ${path}: ${summaryOf(rows)}.`;
});
