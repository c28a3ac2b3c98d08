import { existsSync } from 'node:fs';
import { Refusal } from '../refusal.ts';
import { holdsAccounts, migrationsOf, openBulk, ownTables, TableSum } from './bulk.ts';
import type { BulkConnection, Row } from './bulk-connection.ts';
import { sqlitePath } from './connecting.ts';
import { type DatabaseOptions, openDatabase } from './database.ts';
import { migrationNames } from './migrations.ts';
import { refuseUnusable } from './usable.ts';

/** What a table is to hold in the end. */
export interface Expected {
  readonly rows: number;
  readonly digest: string;
}

export interface Load {
  /** The migrations of the database that the rows come from. */
  readonly migrations: readonly string[];
  /** Every table's rows, each table only after those it refers to. */
  readonly pages: AsyncIterable<{ readonly table: string; readonly rows: readonly Row[] }>;
  /** What there must be in the end; asked for once all pages are read. */
  readonly expected: () => ReadonlyMap<string, Expected>;
  /** Done once all rows are there and right, before they count. */
  readonly beforeCommit?: () => void;
}

/**
 * Fills an empty database, in one transaction: either all is there and was read back as it should be, or
 * nothing. Brings the schema up to date at the end.
 *
 * @throws Refusal where the database is not empty, or either side is newer than the other can take
 */
export async function loadDatabase(options: DatabaseOptions, load: Load): Promise<void> {
  const last = load.migrations.at(-1);
  if (!last) throw new Refusal('The data are of no version of Symptom Tracker.');
  if (load.migrations.some((name, index) => name !== migrationNames[index])) {
    throw new Refusal(
      'The data come from a newer version of Symptom Tracker than this one. Please upgrade the app first.',
    );
  }
  await refuseUnusable(options);
  await refuseUnlessNew(options, load.migrations);
  await (await openDatabase(options, last)).destroy();
  const target = await openBulk(options);
  try {
    await target.begin('writing');
    const { own: tables } = await ownTables(target);
    // Before looking: who signs up between that and the clearing would be cleared away.
    await target.keepForItself(tables);
    await refuseUnlessEmpty(target);
    for (const table of tables.toReversed()) await target.clear(table);
    for await (const { table, rows } of load.pages) await target.insert(table, rows);
    await check(target, tables, load.expected());
    load.beforeCommit?.();
    await target.commit();
  } finally {
    await target.close();
  }
  await (await openDatabase(options)).destroy();
}

/** Looks before anything is written: whatever holds accounts stays as it is. */
async function refuseUnlessNew(
  options: DatabaseOptions,
  migrations: readonly string[],
): Promise<void> {
  if (!options.databaseUrl && !existsSync(sqlitePath(options.dataDir))) return;
  const target = await openBulk(options);
  try {
    await target.begin('reading');
    await refuseUnlessEmpty(target);
    if ((await migrationsOf(target)).length > migrations.length) {
      throw new Refusal(
        'The data come from an older version, and the database was made by a newer one. Please use a database that is new.',
      );
    }
  } finally {
    await target.close();
  }
}

async function refuseUnlessEmpty(target: BulkConnection): Promise<void> {
  if (await holdsAccounts(target)) {
    throw new Refusal(
      'There are accounts in the database already. Please use another DATA_DIR or DATABASE_URL, or move the old data away first.',
    );
  }
}

async function check(
  target: BulkConnection,
  tables: readonly string[],
  expected: ReadonlyMap<string, Expected>,
): Promise<void> {
  for (const table of new Set([...tables, ...expected.keys()])) {
    const sum = await sumOf(target, table);
    if (!sum.equals(expected.get(table))) {
      throw new Error(`The table ${table} is not what it was. Nothing was changed.`);
    }
  }
}

/** Reads a whole table to tell whether another is the same. */
export async function sumOf(connection: BulkConnection, table: string): Promise<TableSum> {
  const sum = new TableSum();
  for await (const page of connection.rows(table)) for (const row of page) sum.add(row);
  return sum;
}
