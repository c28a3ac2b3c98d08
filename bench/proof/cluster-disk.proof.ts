import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import {
  canTry,
  gapOf,
  primaryOf,
  Savers,
  seconds,
  startTrial,
  type Trial,
} from '../cluster/trial.ts';
import { tell } from './figures.ts';

const DISK = '600m';
const SEGMENTS_AT_MOST = 200;

it.skipIf(!canTry)('nothing is lost if the disk of the primary is full', async (context) => {
  const trial = await startTrial({ prepare: (folder) => mountDisk(join(folder, 'pg1')) });
  const savers = await Savers.start(trial);
  expect(await primaryOf(trial)).toBe('pg1');
  const { folder } = trial.cluster.machines.pg1;
  const filling = join(folder, 'filling');
  const harm = async () => {
    // Writes until there is no room left.
    spawnSync('dd', ['if=/dev/zero', `of=${filling}`, 'bs=64K']);
    expect(statfsSync(folder).bavail).toBe(0);
    await useUpLog(trial);
  };
  const gap = await gapOf(trial, savers, { harm, heal: () => rmSync(filling) });
  const saved = await savers.stop();
  tell(
    context,
    `all ${saved} acknowledged forms stored once; no save for ${seconds(gap)} s; then the primary was ${await primaryOf(trial)}`,
  );
  expect(await primaryOf(trial)).not.toBe('pg1');
  expect(seconds(gap)).toBeLessThanOrEqual(20);
});

/** Uses up the segments of the log that PostgreSQL keeps in reserve, until it cannot write the next one. */
async function useUpLog({ cluster }: Trial): Promise<void> {
  const client = new pg.Client({
    host: cluster.machines.pg1.address,
    user: 'postgres',
    password: cluster.settings.SUPERUSER_PASSWORD,
    database: 'postgres',
  });
  client.on('error', () => {});
  await client.connect();
  for (let segment = 0; segment < SEGMENTS_AT_MOST; segment += 1) {
    try {
      await client.query('select pg_switch_wal()');
    } catch {
      return;
    }
    await pause(50);
  }
  throw new Error('The log still has room');
}

/** Mounts a small disk, which is unmounted at the end of the test. */
function mountDisk(folder: string): void {
  mkdirSync(folder);
  const mount = ['-t', 'tmpfs', '-o', `size=${DISK}`, 'tmpfs', folder];
  expect(spawnSync('mount', mount).status).toBe(0);
  onTestFinished(() => void spawnSync('umount', ['--lazy', folder]));
}
