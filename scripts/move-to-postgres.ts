import { moveToPostgres } from '../src/server/backup/move.ts';
import { runCommand, summaryOf } from './command.ts';

/** Copies the SQLite file's content into the PostgreSQL database that DATABASE_URL names. */
await runCommand('npm run move-to-postgres', async (config) => {
  const rows = await moveToPostgres(config);
  return `Moved to PostgreSQL: ${summaryOf(rows)}. All of it was read back and is right. The file in ${config.dataDir} is as it was, and is not used while DATABASE_URL is set.`;
});
