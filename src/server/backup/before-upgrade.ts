import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { migrationsOf, openBulk } from '../platform/db/bulk.ts';
import { migrationNames } from '../platform/db/schema.ts';
import { hasAccounts } from '../platform/db/usable.ts';
import { Refusal } from '../platform/refusal.ts';
import { makeCopy } from './make-copy.ts';

/**
 * Makes a copy before the app changes the schema of a database with accounts, if copies are on. An upgrade that fails is
 * tried again at each start, and gets one copy in all: otherwise its copies would push out those of earlier days.
 *
 * @param known how many migrations this version has
 * @throws Refusal if no copy can be made
 */
export async function copyBeforeUpgrade(
  { copies, dataDir, databaseUrl, backupKey }: Config,
  now: number,
  known = migrationNames.length,
): Promise<void> {
  if (!copies || !(await hasAccounts({ dataDir, databaseUrl }))) return;
  const connection = await openBulk({ dataDir, databaseUrl });
  const migrations = await migrationsOf(connection).finally(() => connection.close());
  const note = join(dataDir, 'copied-before-upgrade');
  if (migrations.length >= known) {
    rmSync(note, { force: true });
    return;
  }
  if (isNoted(note, known)) return;
  const order = { dataDir, databaseUrl, backupKey, copies: { ...copies, everyMs: 0 }, now };
  await makeCopy(order).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
    throw new Refusal(
      `No copy could be made before the upgrade, so nothing was changed. ${error.message} To upgrade without one, unset BACKUP_TO.`,
    );
  });
  writeFileSync(note, String(known));
}

/** Whether there is a copy from before the upgrade to this number of migrations. */
function isNoted(note: string, known: number): boolean {
  try {
    return readFileSync(note, 'utf8') === String(known);
  } catch {
    return false;
  }
}
