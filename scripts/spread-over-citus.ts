import { spreadOverCitus } from '../src/server/platform/db/citus.ts';
import { openDatabase } from '../src/server/platform/db/database.ts';
import { Refusal } from '../src/server/platform/refusal.ts';
import { runCommand } from './command.ts';

/** Spreads the tables of the PostgreSQL database that DATABASE_URL names over the machines of its Citus cluster. */
await runCommand('npm run spread-over-citus', async (config) => {
  if (!config.databaseUrl) {
    throw new Refusal('Please set DATABASE_URL to the PostgreSQL database to spread.');
  }
  const db = await openDatabase({ ...config, onError: () => {} });
  try {
    const tables = await spreadOverCitus(db);
    return `Spread by person: ${tables.join(', ')}. On every machine: accounts.`;
  } finally {
    await db.destroy();
  }
});
