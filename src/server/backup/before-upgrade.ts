import type { Config } from '../config.ts';
import { migrationsOf, openBulk } from '../platform/db/bulk.ts';
import { migrationNames } from '../platform/db/schema.ts';
import { hasAccounts } from '../platform/db/usable.ts';
import { Refusal } from '../platform/refusal.ts';
import { makeCopy } from './make-copy.ts';

/**
 * Makes a copy before the app changes the schema of a database with accounts, if copies are on.
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
  if (migrations.length >= known) return;
  const order = { dataDir, databaseUrl, backupKey, copies: { ...copies, everyMs: 0 }, now };
  await makeCopy(order).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
    throw new Refusal(
      `No copy could be made before the upgrade, so nothing was changed. ${error.message} To upgrade without one, unset BACKUP_TO.`,
    );
  });
}
