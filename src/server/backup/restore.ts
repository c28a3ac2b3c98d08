import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { unpackTar } from 'modern-tar/fs';
import type { Config } from '../config.ts';
import { countRows, migrationsOf, openBulk } from '../platform/db/bulk.ts';
import type { BulkOptions } from '../platform/db/bulk-connection.ts';
import { sqlitePath } from '../platform/db/connecting.ts';
import { openDatabase } from '../platform/db/database.ts';
import { withDraft } from '../platform/db/drafts.ts';
import { lockExclusively } from '../platform/db/process-lock.ts';
import { replaceSqlite } from '../platform/db/sqlite-copy.ts';
import { isStorageFault } from '../platform/db/unavailable.ts';
import { hasAccounts, refuseOtherBuilds, refuseUnusable } from '../platform/db/usable.ts';
import { Refusal } from '../platform/refusal.ts';
import { copyOfKey, KEY_FILE, putKey } from '../platform/secrets.ts';
import { decrypted } from './age.ts';
import { notEmpty, restoreDumpInstead, restoreFirst, UnusableBackup } from './refusals.ts';

const AGE = Buffer.from('age-encryption.org/v1\n');
const GZIP = Buffer.from([0x1f, 0x8b]);

/**
 * Restores a backup's database and key into a DATA_DIR without accounts. It unpacks, checks and migrates the
 * backup in a separate folder. Only then does it write the key, and replace the database by one rename.
 *
 * @returns the number of rows of each table
 * @throws Refusal if the file is not a backup, is damaged, or was made by a newer version; if BACKUP_KEY is
 *   wrong, missing or not needed; if DATABASE_URL is set; if DATA_DIR has accounts or another key; or while
 *   the app runs
 */
export async function restoreBackup(
  { dataDir, databaseUrl, backupKey }: Pick<Config, 'dataDir' | 'databaseUrl' | 'backupKey'>,
  path: string,
): Promise<Record<string, number>> {
  const isEncrypted = await isEncryptedBackup(path).catch((error: unknown) => {
    throw databaseUrl ? restoreDumpInstead(path) : error;
  });
  if (databaseUrl) throw restoreFirst();
  if (isEncrypted && !backupKey) {
    throw new Refusal('The backup is encrypted. Please set BACKUP_KEY to its key.');
  }
  if (backupKey && !isEncrypted) {
    throw new Refusal(
      `${path} is not encrypted, though BACKUP_KEY is set. To restore it anyway, please unset BACKUP_KEY. Nothing was changed.`,
    );
  }
  const alone = lockExclusively(dataDir);
  try {
    await refuseUnusable({ dataDir, databaseUrl });
    if (await hasAccounts({ dataDir, databaseUrl })) throw notEmpty();
    return await withDraft(dataDir, async (folder) => {
      const draft = { dataDir: folder, databaseUrl: undefined };
      const key = await checked(path, async () => {
        await unpackArchive(path, backupKey, folder);
        await refuseUnusableDraft(draft);
        await (await openDatabase({ ...draft, onError: () => {} })).destroy();
        return copyOfKey(folder);
      });
      const rows = await countRows(draft);
      // Write the key first, because the database is useless without it.
      putKey(dataDir, key);
      replaceSqlite(folder, dataDir);
      return rows;
    });
  } finally {
    alone.release();
  }
}

/**
 * Decrypts, unpacks and checks a backup as a restore does, in a separate folder, and then removes that folder.
 *
 * @returns the number of rows of each table
 * @throws Refusal if a restore would refuse the file
 */
export async function openBackup(
  { dataDir, backupKey }: Pick<Config, 'dataDir' | 'backupKey'>,
  path: string,
): Promise<Record<string, number>> {
  return await withDraft(dataDir, (folder) =>
    checked(path, async () => {
      const draft = { dataDir: folder, databaseUrl: undefined };
      await unpackArchive(path, backupKey, folder);
      await refuseUnusableDraft(draft);
      copyOfKey(folder);
      return await countRows(draft);
    }),
  );
}

/** @throws Refusal if the file cannot be read or is not a backup */
async function isEncryptedBackup(path: string): Promise<boolean> {
  const start = await startOf(path);
  const startsWith = (mark: Buffer) => start.subarray(0, mark.length).equals(mark);
  const isEncrypted = startsWith(AGE);
  if (!isEncrypted && !startsWith(GZIP)) {
    throw new UnusableBackup(`${path} is not a backup of Symptom Tracker.`);
  }
  return isEncrypted;
}

async function startOf(path: string): Promise<Buffer> {
  try {
    return await buffer(createReadStream(path, { end: AGE.length - 1 }));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UnusableBackup(`The backup cannot be read: ${reason}`);
  }
}

async function unpackArchive(path: string, key: string | undefined, folder: string): Promise<void> {
  const names = [KEY_FILE, basename(sqlitePath(folder))];
  await pipeline(
    createReadStream(path),
    (bytes) => decrypted(bytes, key),
    createGunzip(),
    unpackTar(folder, {
      strict: true,
      fmode: 0o600,
      filter: ({ name, type }) => type === 'file' && names.includes(name),
    }),
  );
}

/**
 * @throws Refusal if an earlier build or a newer version made the database; another error if it is damaged, empty or another
 *   program's
 */
async function refuseUnusableDraft(draft: BulkOptions): Promise<void> {
  const connection = await openBulk(draft);
  try {
    const fault = await connection.fault();
    const migrations = await migrationsOf(connection);
    if (fault || migrations.length === 0) throw new Error(fault);
    refuseOtherBuilds(migrations);
  } finally {
    await connection.close();
  }
}

/**
 * Runs `work`, which unpacks and checks a backup.
 *
 * @throws Refusal for every error. Its message never contains the message of a parser, which could quote a person's
 *   text.
 */
async function checked<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal) throw error;
    if (isReadFault(error, path)) {
      throw new UnusableBackup(`The backup cannot be read: ${error.message}`);
    }
    if (isStorageFault(error) || (error instanceof Error && 'syscall' in error)) {
      throw new Refusal(`The backup cannot be restored: ${error.message}`);
    }
    throw new UnusableBackup(
      `${path} is damaged: it does not have the content of a backup. Nothing was changed. Please use another backup.`,
    );
  }
}

/** Whether a file could not be read, such as on a disk that fails. An older copy may be on a good part of it. */
function isReadFault(error: unknown, path: string): error is NodeJS.ErrnoException {
  if (!(error instanceof Error)) return false;
  const { syscall, path: at } = error as NodeJS.ErrnoException;
  return syscall === 'read' || (syscall === 'open' && at === path);
}
