import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { expectShort, gapOf, Savers, seconds, startTrial, type Trial } from '../cluster/trial.ts';
import { tell } from './figures.ts';

const DISK = '600m';
const SEGMENTS_AT_MOST = 200;

it('nothing is lost if the disk of the primary is full', async (context) => {
  const trial = await startTrial(context, (folder) => mountDisk(join(folder, 'pg1')));
  const { cluster } = trial;
  const savers = await Savers.start(trial);
  expect(await cluster.primary()).toBe('pg1');
  const { folder } = cluster.machines.pg1;
  const filling = join(folder, 'filling');
  const harm = async () => {
    // Writes until there is no room left.
    spawnSync('dd', ['if=/dev/zero', `of=${filling}`, 'bs=64K']);
    expect(statfsSync(folder).bavail).toBe(0);
    await useUpWal(trial);
  };
  const gap = await gapOf(trial, savers, { harm, heal: () => rmSync(filling) });
  const saved = await savers.stop();
  const primary = await cluster.primary();
  tell(
    context,
    `all ${saved} acknowledged forms stored once; no save for ${seconds(gap)} s; then the primary was ${primary}`,
  );
  expect(primary).not.toBe('pg1');
  expectShort([gap]);
});

/** Uses up the segments of WAL that PostgreSQL keeps in reserve, until it cannot write the next one. */
async function useUpWal({ cluster }: Trial): Promise<void> {
  const client = await cluster.connectTo('pg1');
  for (let segment = 0; segment < SEGMENTS_AT_MOST; segment += 1) {
    try {
      await client.query('select pg_switch_wal()');
    } catch {
      return;
    }
    await pause(50);
  }
  throw new Error('There is still room for WAL');
}

/** Mounts a small disk, which is unmounted at the end of the test. */
function mountDisk(folder: string): void {
  mkdirSync(folder);
  const mount = ['-t', 'tmpfs', '-o', `size=${DISK}`, 'tmpfs', folder];
  expect(spawnSync('mount', mount).status).toBe(0);
  onTestFinished(() => void spawnSync('umount', ['--lazy', folder]));
}
