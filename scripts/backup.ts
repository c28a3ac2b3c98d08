import { resolve } from 'node:path';
import { writeBackup } from '../src/server/backup/write.ts';
import { runCommand, summaryOf } from './command.ts';

/** Writes the whole database to a file while the app keeps running. */
await runCommand('npm run backup -- FILE', async (config, file = '') => {
  const path = resolve(file);
  const rows = await writeBackup(config, path);
  const safety = config.backupKey
    ? 'It is encrypted with BACKUP_KEY.'
    : 'It is not encrypted: anyone who has the file can read everything in it.';
  return `Backed up to ${path}: ${summaryOf(rows)}. ${safety}`;
});
