import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { newPlace } from '../../src/server/testing/databases.ts';
import {
  personOver,
  ROOMY,
  startedServer,
  stopServerProcess,
} from '../../src/server/testing/process.ts';
import { tell } from './figures.ts';
import { Ledger } from './forms.ts';

const DISK_BYTES = 2 * 1024 * 1024;
/** More forms than fit on the disk. */
const MANY = 3000;

it('nothing is lost if the disk is full', async (context) => {
  const place = await newPlace('SQLite');
  const options = ['-t', 'tmpfs', '-o', `size=${DISK_BYTES}`, 'tmpfs', place.dataDir];
  if (spawnSync('mount', options).status !== 0) {
    tell(context, 'full disk: not tried, because mounting a small file system needs root');
    context.skip();
  }
  onTestFinished(() => void spawnSync('umount', ['-l', place.dataDir]));
  const server = await startedServer(place, ROOMY);
  const ledger = new Ledger(await personOver(server));
  await ledger.save(server);
  const filler = join(place.dataDir, 'filler');
  await writeFile(filler, Buffer.alloc(DISK_BYTES)).catch(() => {});
  let status = 200;
  for (let save = 0; save < MANY && status === 200; save += 1) status = await ledger.save(server);
  expect(status).toBe(503);
  await ledger.check(server);
  await rm(filler);
  expect(await ledger.save(server)).toBe(200);
  await ledger.check(server);
  await stopServerProcess(server);
  await ledger.check(await startedServer(place));
  const { acknowledged } = ledger;
  tell(
    context,
    `full disk (tmpfs): 503, saves work again after space is freed, all ${acknowledged} forms stored`,
  );
});

it.for([
  ['a failing sync', 'fdatasync,fsync', 'EIO'],
  ['a read-only disk', 'pwrite64', 'EROFS'],
] as const)('nothing is lost on %s', async ([name, calls, error], context) => {
  const place = await newPlace('SQLite');
  const server = await startedServer(place);
  const ledger = new Ledger(await personOver(server));
  await ledger.save(server);
  const stopFaults = await failing(server.child.pid ?? 0, calls, error);
  if (!stopFaults) {
    tell(context, `${name}: not tried, because strace is missing or may not trace`);
    return context.skip();
  }
  const statuses = [];
  for (let save = 0; save < 5; save += 1) statuses.push(await ledger.save(server));
  // Reads still work.
  await ledger.check(server);
  await stopFaults();
  expect(statuses).toEqual([503, 503, 503, 503, 503]);
  expect(await ledger.save(server)).toBe(200);
  await ledger.check(server);
  server.child.kill('SIGKILL');
  await server.ended;
  await ledger.check(await startedServer(place));
  tell(context, `${name}: 503 each time, saves work again afterwards`);
});

/**
 * Makes system calls of a process fail, with strace.
 *
 * @returns a function that ends the faults; undefined if strace is missing or may not trace
 */
async function failing(pid: number, calls: string, error: string) {
  const faults = ['-e', `trace=${calls}`, '-e', `inject=${calls}:error=${error}`];
  const strace = spawn('strace', ['-f', ...faults, '-o', '/dev/null', '-p', String(pid)]);
  const isAttached = await new Promise<boolean>((resolve) => {
    strace.stderr.on('data', (text: Buffer) => {
      if (text.includes('attached')) resolve(true);
    });
    strace.on('error', () => resolve(false));
    strace.on('exit', () => resolve(false));
  });
  if (!isAttached) return undefined;
  return async () => {
    strace.kill('SIGINT');
    await once(strace, 'exit');
  };
}
