import { spawnSync } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { newPlace } from '../../src/server/testing/databases.ts';
import {
  callOver,
  personOver,
  type ServerProcess,
  startedServer,
  stopServerProcess,
} from '../../src/server/testing/process.ts';
import { tell } from './figures.ts';
import { Ledger } from './forms.ts';
import { trace } from './tracing.ts';

const MANY = 3000;

async function savesUntil(
  server: ServerProcess,
  ledger: Ledger,
  isWanted: (status: number) => boolean,
) {
  for (let save = 0; save < MANY; save += 1) {
    const status = await ledger.save(server);
    if (isWanted(status)) return status;
  }
  return undefined;
}

it('a disk that is full', async (context) => {
  const place = await newPlace('SQLite');
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', place.dataDir]);
  if (mounted.status !== 0) {
    tell(context, 'full disk: not tried, a file system of its own needs root');
    context.skip();
    return;
  }
  onTestFinished(() => void spawnSync('umount', ['-l', place.dataDir]));
  const server = await startedServer(place);
  const person = await personOver(server);
  const ledger = new Ledger(person);
  const filler = join(place.dataDir, 'filler');
  await ledger.save(server);
  await writeFile(filler, Buffer.alloc(2 * 1024 * 1024)).catch(() => {});
  expect(await savesUntil(server, ledger, (status) => status !== 200)).toBe(503);
  await ledger.check(server);
  await rm(filler);
  expect(await ledger.save(server)).toBe(200);
  await ledger.check(server);
  const health = await callOver(server, 'getSession', {}, person.cookie);
  expect(health.status).toBe(200);
  await stopServerProcess(server);
  await ledger.check(await startedServer(place));
  tell(
    context,
    `full disk (tmpfs): 503, saved again with room, ${ledger.acknowledged} forms there`,
  );
});

/** What the disk answers with from then on, and what each kind of it is called. */
const FAULTS = [
  ['a sync that fails', 'fdatasync,fsync', 'EIO'],
  ['a disk that may only be read', 'pwrite64', 'EROFS'],
] as const;

it.for(FAULTS)('%s', async ([name, calls, error], context) => {
  const place = await newPlace('SQLite');
  const server = await startedServer(place);
  const person = await personOver(server);
  const ledger = new Ledger(person);
  await ledger.save(server);
  const { pid = 0 } = server.child;
  const faults = ['-e', `trace=${calls}`, '-e', `inject=${calls}:error=${error}`];
  const tracing = await trace(pid, [...faults, '-o', '/dev/null']);
  if (!tracing) {
    tell(context, `${name}: not tried, strace is not there, or may not trace`);
    context.skip();
    return;
  }
  const statuses = [];
  for (let save = 0; save < 5; save += 1) statuses.push(await ledger.save(server));
  // What is there can be read all the while.
  await ledger.check(server);
  await tracing.stop();
  expect(statuses).toEqual([503, 503, 503, 503, 503]);
  expect(await ledger.save(server)).toBe(200);
  await ledger.check(server);
  server.child.kill('SIGKILL');
  await server.ended;
  await ledger.check(await startedServer(place));
  tell(context, `${name}: 503 each time, saved again afterwards`);
});
