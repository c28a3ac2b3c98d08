import type { BulkConnection, BulkOptions } from './bulk-connection.ts';
import { openPostgres } from './bulk-postgres.ts';
import { openSqlite } from './bulk-sqlite.ts';
import type { Tables } from './tables.ts';

/** Kysely's own tables: the applied migrations, and a lock. */
const MIGRATION_TABLE = 'kysely_migration';
const MIGRATION_LOCK_TABLE = 'kysely_migration_lock';

/** Opens the database of these settings. SQLite's file must exist. */
export async function openBulk({ databaseUrl, dataDir }: BulkOptions): Promise<BulkConnection> {
  return databaseUrl ? await openPostgres(databaseUrl) : openSqlite(dataDir);
}

/** A table of this version of the app, or of an older version whose databases or backups this version can read. */
export type OwnTable = keyof Tables | 'mails' | 'provider_visits' | 'revocations';

/** A rank for each table, higher than the ranks of the tables to which its foreign keys refer. */
const ORDER: Readonly<Record<OwnTable, number>> = {
  accounts: 1,
  activity: 1,
  attempts: 1,
  noted_times: 1,
  revocations: 1,
  sessions: 2,
  consents: 2,
  known_browsers: 2,
  address_splits: 2,
  codes: 2,
  email_undos: 2,
  jobs: 2,
  mails: 2,
  identities: 2,
  provider_tokens: 2,
  provider_visits: 2,
  oauth_flows: 2,
  spreadsheets: 2,
  profiles: 2,
  slots: 3,
  past_symptoms: 3,
  last_symptom_changes: 3,
  forms: 3,
  medications: 3,
  doses: 3,
  check_ins: 3,
  diary_entries: 3,
  visits: 3,
  reminders: 3,
  push_devices: 3,
  caregivers: 3,
  invitations: 3,
  shares: 3,
  health_links: 3,
  former_entries: 3,
  ratings: 4,
  former_ratings: 4,
  spreadsheet_rows: 4,
  share_openings: 4,
  health_link_readings: 4,
};

function isOwnTable(name: string): name is OwnTable {
  return Object.hasOwn(ORDER, name);
}

/**
 * Returns the tables of a database: the app's own tables, each after the tables that it refers to, and all other
 * tables.
 */
export async function ownTables(
  connection: BulkConnection,
): Promise<{ own: OwnTable[]; others: string[] }> {
  const names = (await connection.tables()).filter(
    (name) => name !== MIGRATION_TABLE && name !== MIGRATION_LOCK_TABLE,
  );
  const own = names.filter(isOwnTable);
  own.sort((a, b) => ORDER[a] - ORDER[b] || (a < b ? -1 : 1));
  return { own, others: names.filter((name) => !isOwnTable(name)) };
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
