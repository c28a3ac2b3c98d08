import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { DATABASES } from '../../scripts/cluster/settings.ts';
import { until } from '../../scripts/cluster/wait.ts';
import {
  databaseOf,
  isPlanted,
  Savers,
  startTrial,
  type Trial,
  waitUntilHealthy,
} from '../cluster/trial.ts';
import { tell } from './figures.ts';

/** How long people save before the second, and after it (ms). */
const SAVE_MS = 10_000;
const TOO_LATE_MS = 5000;

it('the database can be restored as it was at a second', async (context) => {
  const trial = await startTrial(context);
  const { cluster } = trial;
  const primary = await cluster.requirePrimary();
  cluster.backrest('backup', primary);
  const savers = await Savers.start(trial);
  await pause(SAVE_MS);
  const second = 1000 * Math.ceil(Date.now() / 1000);
  await pause(second - Date.now() + SAVE_MS);
  const saved = await savers.stop();
  const before = await storedForms(trial);
  expect(before.length).toBeGreaterThanOrEqual(saved);
  // Not the machine that made the backup.
  const target = DATABASES.find((name) => name !== primary) ?? 'pg2';
  await restoreTo(trial, target, second + (isPlanted('later-target') ? TOO_LATE_MS : 0));
  const after = await storedForms(trial);
  // Archives WAL of the restored database too.
  cluster.backrest('backup', target);
  const ids = new Set(after.map(({ id }) => id));
  const missing = before.filter(({ id, at }) => at < second && !ids.has(id));
  const missingMs = second - Math.min(second, ...missing.map(({ at }) => at));
  const last = Math.max(...after.map(({ at }) => at));
  tell(
    context,
    `restored to a second, on another machine than the one that made the backup: its last form was entered ${second - last} ms before it; of ${before.length} forms the ${before.filter(({ at }) => at >= second).length} after it are gone, and of those before it ${missing.length}, entered at most ${missingMs} ms before it`,
  );
  expect(after.length).toBeGreaterThan(0);
  expect(after.filter(({ at }) => at >= second)).toEqual([]);
  // A form is entered some time before its commit, and the second limits commits.
  expect(missingMs).toBeLessThan(1000);
});

/** All stored forms, and when they were entered (ms). */
async function storedForms(trial: Trial): Promise<{ id: string; at: number }[]> {
  const db = databaseOf(trial);
  const rows = await db
    .selectFrom('entries')
    .select(['user_id as userId', 'entry_id as entryId', 'entered_at as at'])
    .where('kind', '=', 'form')
    .execute();
  await db.destroy();
  return rows.map(({ userId, entryId, at }) => ({ id: `${userId} ${entryId}`, at: Number(at) }));
}

/** Follows step 9 of `deploy/cluster/README.md`. */
async function restoreTo(
  trial: Trial,
  target: (typeof DATABASES)[number],
  time: number,
): Promise<void> {
  const { cluster } = trial;
  await cluster.stopApps();
  const leader = await cluster.requirePrimary();
  const standbys = DATABASES.filter((name) => name !== leader);
  for (const name of [...standbys, leader]) await cluster.stopDatabase(name);
  const text = new Date(time).toISOString().slice(0, 19).replace('T', ' ');
  cluster.restoreTo(target, `${text}+00`);
  const others = DATABASES.filter((name) => name !== target);
  for (const name of others) {
    const { folder } = cluster.machines[name];
    renameSync(join(folder, 'postgresql'), join(folder, 'lost'));
  }
  cluster.startDatabase(target);
  await until('the restored primary', async () => (await cluster.primary()) === target);
  for (const name of others) cluster.startDatabase(name);
  await waitUntilHealthy(trial);
}
