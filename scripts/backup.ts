import { resolve } from 'node:path';
import { noteBackup } from '../src/server/backup/last-backup.ts';
import { writeBackup } from '../src/server/backup/write.ts';
import { runCommand, summaryOf } from './command.ts';

/** Writes the SQLite database and the server's key to a file. The app may keep running. */
await runCommand('npm run backup -- FILE', async (config, file = '') => {
  const path = resolve(file);
  const rows = await writeBackup(config, path);
  await noteBackup(config.dataDir);
  const safety = config.backupKey
    ? 'It is encrypted with BACKUP_KEY.'
    : 'It is not encrypted: everyone who has it can read everything in it.';
  return `Backed up to ${path}: ${summaryOf(rows)}. ${safety}`;
});
