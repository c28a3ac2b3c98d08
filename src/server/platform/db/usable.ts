import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Refusal } from '../refusal.ts';
import { holdsAccounts, migrationsOf, openBulk, ownTables } from './bulk.ts';
import type { BulkConnection, BulkOptions } from './bulk-connection.ts';
import { sqlitePath } from './connecting.ts';
import { migrationNames } from './schema.ts';
import { isUnavailable } from './unavailable.ts';

const RETRY_MS = 500;

/** SQLite's codes for a corrupt file and for a file that is not a database. */
const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;

/** The last commit that migrated the databases of all builds before it. */
const EARLIER_BUILD = '2a0ba1f8';

/** The suffixes of the up to three files of a SQLite database. */
const FILES = ['', '-wal', '-shm'];

/**
 * Waits for a PostgreSQL server that does not answer yet.
 *
 * @param limitMs how long to wait, in milliseconds
 * @param onWait called once before the first wait, with the server's name
 * @throws the error of the last attempt
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
      if (tries === 1) onWait(targetOf(options));
      await setTimeout(RETRY_MS);
    }
  }
}

/**
 * Checks a database before anything is written to it.
 *
 * @throws Refusal if it is corrupt, belongs to another program, or was made by an earlier build or a newer version
 */
export async function refuseUnusable(options: BulkOptions): Promise<void> {
  await usableMigrations(options);
}

/**
 * Checks a database that is about to be read completely.
 *
 * @throws Refusal if it is not usable or contains no data of the app
 */
export async function refuseNothing(options: BulkOptions): Promise<void> {
  if ((await usableMigrations(options)).length > 0) return;
  throw new Refusal(
    `${targetOf(options)} contains no data of Symptom Tracker. Please check DATA_DIR and DATABASE_URL.`,
  );
}

async function usableMigrations(options: BulkOptions): Promise<readonly string[]> {
  const target = targetOf(options);
  if (!options.databaseUrl && isNew(target)) return [];
  let connection: BulkConnection | undefined;
  try {
    connection = await openBulk(options);
    await connection.begin('reading');
    const fault = await connection.fault();
    if (fault) throw damaged(target);
    return await ownMigrations(connection, target);
  } catch (error) {
    throw isDamage(error) ? damaged(target) : error;
  } finally {
    await connection?.close();
  }
}

/** True if the database has accounts. The caller must have checked the database (`refuseUnusable`). */
export async function hasAccounts(options: BulkOptions): Promise<boolean> {
  if (!options.databaseUrl && isNew(targetOf(options))) return false;
  const connection = await openBulk(options);
  try {
    await connection.begin('reading');
    return await holdsAccounts(connection);
  } finally {
    await connection.close();
  }
}

async function ownMigrations(connection: BulkConnection, target: string): Promise<string[]> {
  const migrations = await migrationsOf(connection);
  refuseOtherBuilds(migrations);
  if (migrations.length > 0) return migrations;
  const { own, others } = await ownTables(connection);
  // A PostgreSQL database may be shared with other programs, as long as table names do not collide.
  if (own.length > 0 || (others.length > 0 && !connection.isShared)) throw foreign(target);
  return migrations;
}

/**
 * Refuses a database or a backup with other tables than this build has: those of a build before version 1.0.0
 * (DECISIONS 56), or of a newer version.
 *
 * @param migrations the names of the migrations that were applied to it
 * @throws Refusal
 */
export function refuseOtherBuilds(migrations: readonly string[]): void {
  if (migrations.every((name, index) => name === migrationNames[index])) return;
  throw new Refusal(
    migrations[0] === migrationNames[0]
      ? 'This database was made by a newer version of Symptom Tracker. Nothing was changed. Please upgrade the app.'
      : `This database was made by an earlier build. Start commit ${EARLIER_BUILD} once, download the JSON file of each account, and import it here.`,
  );
}

function damaged(target: string): Refusal {
  return new Refusal(
    `${target} is corrupt or not a SQLite database; nothing was changed. ${restoreInstead(target)}`,
  );
}

/** Names all files of the database, because moving the file without its WAL would lose the latest saves. */
function restoreInstead(path: string): string {
  const names = FILES.map((ending) => `${basename(path)}${ending}`);
  return `Please move these files away together (some may not exist): ${names.join(', ')}. Then restore a backup: npm run restore -- FILE`;
}

function foreign(target: string): Refusal {
  return new Refusal(
    `${target} belongs to another program; nothing was changed. Please choose another DATA_DIR or DATABASE_URL.`,
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
 * True if the file is missing or empty, which SQLite treats as a new database.
 *
 * @throws Refusal if there is a WAL: SQLite would delete it, and it contains the latest saves
 */
function isNew(path: string): boolean {
  if (sizeOf(path) > 0) return false;
  if (sizeOf(`${path}-wal`) > 0) {
    throw new Refusal(
      `${path} is missing or empty, but ${basename(path)}-wal beside it contains the latest saves. Nothing was changed. Please put the original file back. If it is lost: ${restoreInstead(path)}`,
    );
  }
  return true;
}

/** The size in bytes; 0 if the file does not exist. */
function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** A database's name for messages, without its password. */
function targetOf({ databaseUrl, dataDir }: BulkOptions): string {
  if (!databaseUrl) return sqlitePath(dataDir);
  const { host, pathname } = new URL(databaseUrl);
  return `The database ${pathname.slice(1)} at ${host}`;
}
