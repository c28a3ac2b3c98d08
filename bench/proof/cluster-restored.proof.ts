import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { DATABASES, until } from '../../scripts/cluster/cluster.ts';
import { connect } from '../../src/server/platform/db/database.ts';
import { canTry, isWholeAgain, Savers, startTrial, type Trial } from '../cluster/trial.ts';
import { tell } from './figures.ts';

/** How long people save before the second, and after it (ms). */
const SAVE_MS = 10_000;

it.skipIf(!canTry)('the database can be restored as it was at a second', async (context) => {
  const trial = await startTrial();
  const { cluster } = trial;
  cluster.backrest('backup');
  const savers = await Savers.start(trial);
  await pause(SAVE_MS);
  const second = 1000 * Math.ceil(Date.now() / 1000);
  await pause(second - Date.now() + SAVE_MS);
  const before = await storedTimes(trial, await savers.stop());
  const afterwards = before.filter((at) => at >= second);
  await restoreTo(trial, new Date(second));
  const times = await storedTimes(trial, 0);
  const lost = before.filter((at) => at < second).length - times.length;
  const last = Math.max(...times);
  tell(
    context,
    `restored to a second: its last form was entered ${second - last} ms before it; of ${before.length} forms the ${afterwards.length} after it are gone, and of those before it ${lost}, entered at most ${lostMs(before, times, second)} ms before it`,
  );
  expect(times.every((at) => at < second)).toBe(true);
  // A form is entered some time before its commit, and the second limits commits.
  expect(lostMs(before, times, second)).toBeLessThan(1000);
});

/** How long before the second the first lost form was entered (ms). */
function lostMs(before: readonly number[], after: readonly number[], second: number): number {
  const first = before[after.length];
  return first === undefined || first >= second ? 0 : second - first;
}

/** The times at which the stored forms were entered (ms), in order. */
async function storedTimes({ cluster }: Trial, atLeast: number): Promise<number[]> {
  const { databaseUrl, machines } = cluster;
  const db = connect({ databaseUrl, dataDir: machines.app1.folder, onError: () => {} });
  const rows = await db
    .selectFrom('entries')
    .select('entered_at as at')
    .where('kind', '=', 'form')
    .orderBy('entered_at')
    .execute();
  await db.destroy();
  expect(rows.length).toBeGreaterThanOrEqual(atLeast);
  return rows.map(({ at }) => Number(at));
}

/** Follows `deploy/cluster/restore-to.sh`. */
async function restoreTo({ cluster, ...trial }: Trial, time: Date): Promise<void> {
  for (const name of DATABASES) await cluster.stopDatabase(name);
  cluster.restoreTo('pg1', `${time.toISOString().slice(0, 19).replace('T', ' ')}+00`);
  for (const name of DATABASES.slice(1)) {
    const { folder } = cluster.machines[name];
    renameSync(join(folder, 'postgresql'), join(folder, 'lost'));
  }
  cluster.startDatabase('pg1');
  await until('the restored primary', async () => (await cluster.primary()) === 'pg1');
  for (const name of DATABASES.slice(1)) cluster.startDatabase(name);
  await isWholeAgain({ cluster, ...trial });
}
