import type { Config } from '../config.ts';
import { migrationsOf, openBulk, ownTables } from '../platform/db/bulk.ts';
import type { BulkConnection } from '../platform/db/bulk-connection.ts';
import { type Expected, loadDatabase, sumOf } from '../platform/db/load.ts';
import { lockExclusively } from '../platform/db/process-lock.ts';
import { refuseNothing } from '../platform/db/usable.ts';
import { Refusal } from '../platform/refusal.ts';
import { copyOfKey } from '../platform/secrets.ts';

/**
 * Copies all that the SQLite file holds into an empty PostgreSQL database, and reads it back there before
 * it counts. The file is left as it is, and nothing can be saved into it meanwhile.
 *
 * @returns how many rows each table has
 * @throws Refusal where DATABASE_URL names no database, or one that is not empty, or while the app runs
 * @throws ConfigError where DATA_DIR holds no key
 */
export async function moveToPostgres(
  config: Pick<Config, 'dataDir' | 'databaseUrl'>,
): Promise<Record<string, number>> {
  const { dataDir, databaseUrl } = config;
  if (!databaseUrl)
    throw new Refusal('Please set DATABASE_URL to the PostgreSQL database to fill.');
  await refuseNothing({ dataDir, databaseUrl: undefined });
  // What is moved is sealed with it, and it stays where it is.
  copyOfKey(dataDir);
  const alone = lockExclusively(dataDir);
  const source = await openBulk({ dataDir, databaseUrl: undefined });
  try {
    // A save that a server took after the copy was made would be left behind, so it cannot take any.
    await source.begin('writing');
    const { own: tables } = await ownTables(source);
    const sums = new Map<string, Expected>();
    for (const table of tables) {
      const { rows, digest } = await sumOf(source, table);
      sums.set(table, { rows, digest });
    }
    await loadDatabase(
      { dataDir, databaseUrl, onError: () => {} },
      {
        migrations: await migrationsOf(source),
        pages: pagesOf(source, tables),
        expected: () => sums,
      },
    );
    return Object.fromEntries([...sums].map(([table, { rows }]) => [table, rows]));
  } finally {
    await source.close();
    alone.release();
  }
}

async function* pagesOf(source: BulkConnection, tables: readonly string[]) {
  for (const table of tables) for await (const rows of source.rows(table)) yield { table, rows };
}
