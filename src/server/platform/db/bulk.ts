import type { BulkConnection, BulkOptions } from './bulk-connection.ts';
import { openPostgres } from './bulk-postgres.ts';
import { openSqlite } from './bulk-sqlite.ts';
import { tableNames } from './schema.ts';
import type { Tables } from './tables.ts';

/** The applied migrations, and a lock. */
const MIGRATION_TABLE = 'kysely_migration';
const KYSELY_TABLES = [MIGRATION_TABLE, 'kysely_migration_lock'];

/** Opens the database of these settings. SQLite's file must exist. */
export async function openBulk({ databaseUrl, dataDir }: BulkOptions): Promise<BulkConnection> {
  return databaseUrl ? await openPostgres(databaseUrl) : openSqlite(dataDir);
}

/**
 * Returns the tables of a database: the app's own tables, each after the tables that it refers to, and all other
 * tables.
 */
export async function ownTables(
  connection: BulkConnection,
): Promise<{ own: string[]; others: string[] }> {
  const names = await connection.tables();
  return {
    own: tableNames.filter((name) => names.includes(name)),
    others: names.filter((name) => !tableNames.includes(name) && !KYSELY_TABLES.includes(name)),
  };
}

/** Returns the migrations that were applied to a database, in order; none if it is new. */
export async function migrationsOf(connection: BulkConnection): Promise<string[]> {
  if (!(await connection.tables()).includes(MIGRATION_TABLE)) return [];
  const names: string[] = [];
  for await (const page of connection.rows(MIGRATION_TABLE)) {
    names.push(...page.map(({ name }) => String(name)));
  }
  return names.sort();
}

/** Counts the rows of each of the app's tables. */
export async function countRows(options: BulkOptions): Promise<Record<string, number>> {
  const connection = await openBulk(options);
  try {
    const counts: Record<string, number> = {};
    for (const table of (await ownTables(connection)).own) {
      counts[table] = 0;
      for await (const page of connection.rows(table)) counts[table] += page.length;
    }
    return counts;
  } finally {
    await connection.close();
  }
}

/** True if the database has at least one account. False for a database without tables. */
export async function holdsAccounts(connection: BulkConnection): Promise<boolean> {
  if (!(await connection.tables()).includes('accounts' satisfies keyof Tables)) return false;
  for await (const _page of connection.rows('accounts')) return true;
  return false;
}
