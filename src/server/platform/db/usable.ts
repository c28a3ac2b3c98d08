import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Refusal } from '../refusal.ts';
import { holdsAccounts, migrationsOf, openBulk, ownTables } from './bulk.ts';
import type { BulkConnection, BulkOptions } from './bulk-connection.ts';
import { sqlitePath } from './connecting.ts';
import { migrationNames } from './migrations.ts';
import { isUnavailable } from './unavailable.ts';

const RETRY_MS = 500;

/** SQLite's codes for a file that is damaged, and for one that is none of its own. */
const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;

/** A SQLite database is up to three files, whose names end so. */
const FILES = ['', '-wal', '-shm'];

/**
 * Waits for a PostgreSQL server that is not there yet.
 *
 * @param limitMs how long, in milliseconds
 * @param onWait told once, before the first wait, where the server should be
 * @throws what the last try failed with
 */
export async function waitForDatabase(
  options: BulkOptions,
  limitMs: number,
  onWait: (where: string) => void,
): Promise<void> {
  if (!options.databaseUrl) return;
  const giveUpAt = performance.now() + limitMs;
  for (let tries = 1; ; tries += 1) {
    try {
      return await (await openBulk(options)).close();
    } catch (error) {
      if (!isUnavailable(error) || performance.now() + RETRY_MS > giveUpAt) throw error;
      if (tries === 1) onWait(placeOf(options));
      await setTimeout(RETRY_MS);
    }
  }
}

/**
 * Looks at a database before anything is written to it.
 *
 * @throws Refusal where it is damaged, is another program's, or is newer than this version knows
 */
export async function refuseUnusable(options: BulkOptions): Promise<void> {
  await usableMigrations(options);
}

/**
 * Looks at a database that is to be read whole.
 *
 * @throws Refusal where it is not usable, or nothing of the app is there
 */
export async function refuseNothing(options: BulkOptions): Promise<void> {
  if ((await usableMigrations(options)).length > 0) return;
  throw new Refusal(
    `${placeOf(options)} holds nothing of Symptom Tracker. Please check DATA_DIR and DATABASE_URL.`,
  );
}

async function usableMigrations(options: BulkOptions): Promise<readonly string[]> {
  const place = placeOf(options);
  if (!options.databaseUrl && isNew(place)) return [];
  let connection: BulkConnection | undefined;
  try {
    connection = await openBulk(options);
    await connection.begin('reading');
    const fault = await connection.fault();
    if (fault) throw damaged(place);
    return await ownMigrations(connection, place);
  } catch (error) {
    throw isDamage(error) ? damaged(place) : error;
  } finally {
    await connection?.close();
  }
}

/** Whether anybody has an account in a database that is usable. */
export async function hasAccounts(options: BulkOptions): Promise<boolean> {
  if (!options.databaseUrl && isNew(placeOf(options))) return false;
  const connection = await openBulk(options);
  try {
    await connection.begin('reading');
    return await holdsAccounts(connection);
  } finally {
    await connection.close();
  }
}

async function ownMigrations(connection: BulkConnection, place: string): Promise<string[]> {
  const migrations = await migrationsOf(connection);
  if (migrations.some((name) => !migrationNames.includes(name))) {
    if (migrations[0] !== migrationNames[0]) throw foreign(place);
    throw new Refusal(
      `${place} was made by a newer version of Symptom Tracker, and was left as it is. Please upgrade the app.`,
    );
  }
  if (migrations.length > 0) return migrations;
  const { own, others } = await ownTables(connection);
  // A PostgreSQL database may be shared with others, as long as their tables have other names.
  if (own.length > 0 || (others.length > 0 && !connection.isShared)) throw foreign(place);
  return migrations;
}

function damaged(place: string): Refusal {
  return new Refusal(
    `${place} is damaged, or no SQLite database, and was left as it is. ${restoreInstead(place)}`,
  );
}

/** A log belongs to its file: whoever moves one of them away alone loses what was saved last. */
function restoreInstead(path: string): string {
  const names = FILES.map((ending) => `${basename(path)}${ending}`);
  return `Please move ${names.join(', ')} away together, as far as they are there, and restore a backup: npm run restore -- FILE`;
}

function foreign(place: string): Refusal {
  return new Refusal(
    `${place} belongs to another program, and was left as it is. Please choose another DATA_DIR or DATABASE_URL.`,
  );
}

function isDamage(error: unknown): boolean {
  return (
    error instanceof Error &&
    'errcode' in error &&
    [SQLITE_CORRUPT, SQLITE_NOTADB].includes(Number(error.errcode) & 0xff)
  );
}

/**
 * SQLite takes an empty file for a new database.
 *
 * @throws Refusal where it has a log: SQLite would delete it, and in it is what was saved last
 */
function isNew(path: string): boolean {
  if (sizeOf(path) > 0) return false;
  if (sizeOf(`${path}-wal`) > 0) {
    throw new Refusal(
      `${path} is missing or empty, and ${basename(path)}-wal beside it holds what was saved last. Both were left as they are. Please put back the file that was there. If it is lost: ${restoreInstead(path)}`,
    );
  }
  return true;
}

/** In bytes; 0 where there is no such file. */
function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** A database's name for people, without passwords. */
function placeOf({ databaseUrl, dataDir }: BulkOptions): string {
  if (!databaseUrl) return sqlitePath(dataDir);
  const { host, pathname } = new URL(databaseUrl);
  return `The database ${pathname.slice(1)} at ${host}`;
}
