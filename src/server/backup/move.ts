import { isDeepStrictEqual } from 'node:util';
import type { Config } from '../config.ts';
import { holdsAccounts, migrationsOf, openBulk, ownTables } from '../platform/db/bulk.ts';
import type { BulkConnection, BulkTarget } from '../platform/db/bulk-connection.ts';
import { openPostgres } from '../platform/db/bulk-postgres.ts';
import { openDatabase } from '../platform/db/database.ts';
import { lockExclusively } from '../platform/db/process-lock.ts';
import { migrationNames } from '../platform/db/schema.ts';
import { hasAccounts, refuseNothing, refuseUnusable } from '../platform/db/usable.ts';
import { Refusal } from '../platform/refusal.ts';
import { copyOfKey } from '../platform/secrets.ts';
import { notEmpty } from './refusals.ts';

/**
 * Copies the whole SQLite file into a PostgreSQL database without accounts. It copies in one transaction and
 * compares each row with the row that PostgreSQL stored; if anything fails, the transaction rolls back. The
 * SQLite file is not changed, and during the move nobody else can write to it.
 *
 * @returns the number of rows of each table
 * @throws Refusal if DATABASE_URL is not set, if one of the two databases cannot be used, if the PostgreSQL database
 *   has accounts, or while the app runs
 * @throws ConfigError if DATA_DIR contains no key
 */
export async function moveToPostgres({
  dataDir,
  databaseUrl,
}: Pick<Config, 'dataDir' | 'databaseUrl'>): Promise<Record<string, number>> {
  if (!databaseUrl)
    throw new Refusal('Please set DATABASE_URL to the PostgreSQL database to fill.');
  await refuseNothing({ dataDir, databaseUrl: undefined });
  // The move does not copy the key, but checks that it exists, because the data is useless without it.
  copyOfKey(dataDir);
  const alone = lockExclusively(dataDir);
  const source = await openBulk({ dataDir, databaseUrl: undefined });
  try {
    // Take the write lock, because a save after the copy would be lost.
    await source.begin('writing');
    return await fill({ dataDir, databaseUrl }, source);
  } finally {
    await source.close();
    alone.release();
  }
}

async function fill(
  options: { readonly dataDir: string; readonly databaseUrl: string },
  source: BulkConnection,
): Promise<Record<string, number>> {
  if ((await migrationsOf(source)).length < migrationNames.length) {
    throw new Refusal(
      'The data is from an older version of Symptom Tracker. Please start this version once with it, and then move it.',
    );
  }
  await refuseUnusable(options);
  if (await hasAccounts(options)) throw notEmpty();
  await (await openDatabase({ ...options, onError: () => {} })).destroy();
  const target = await openPostgres(options.databaseUrl);
  try {
    await target.begin('writing');
    const { own: tables } = await ownTables(target);
    // Lock the tables before the second check, because an account that is created after the check would be deleted
    // below.
    await target.keepForItself(tables);
    if (await holdsAccounts(target)) throw notEmpty();
    for (const table of tables.toReversed()) await target.clear(table);
    const counts: Record<string, number> = {};
    for (const table of tables) counts[table] = await copyTable(source, target, table);
    await target.commit();
    return counts;
  } finally {
    await target.close();
  }
}

/** @returns the number of rows copied */
async function copyTable(source: BulkConnection, target: BulkTarget, table: string) {
  let count = 0;
  for await (const rows of source.rows(table)) {
    if (!isDeepStrictEqual(await target.insert(table, rows), rows)) {
      throw new Error(
        `PostgreSQL stored other values than the table ${table} has. Nothing was changed.`,
      );
    }
    count += rows.length;
  }
  return count;
}
