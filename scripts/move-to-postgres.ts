import { moveToPostgres } from '../src/server/backup/move.ts';
import { runCommand, summaryOf } from './command.ts';

/** Copies all rows of the SQLite file to the PostgreSQL database in DATABASE_URL. */
await runCommand('npm run move-to-postgres', async (config) => {
  const rows = await moveToPostgres(config);
  return `Moved to PostgreSQL: ${summaryOf(rows)}. Each row was compared as it was written. The file in ${config.dataDir} was not changed, and is not used while DATABASE_URL is set.`;
});
