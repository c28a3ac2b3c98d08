import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { makeSpending, type Spending } from './spending.ts';
import { makeWorkers, OutOfMemory, TimedOut, type Workers } from './workers.ts';

const FILE = new URL('./testing/tasks.ts', import.meta.url);
const LONG_MS = 60_000;
const BUDGET = { max: 60_000, windowMs: 3_600_000 };
const OPTIONS = { processes: 2, mostOfAccount: 2 };

let workers: Workers;
let spending: Spending;
beforeEach(() => {
  spending = makeSpending(BUDGET);
  workers = makeWorkers({ ...OPTIONS, spending, memoryMb: 64, onError() {} });
});
afterEach(() => workers.stop());

/**
 * Runs a task of `testing/tasks.ts`. `started` resolves with the first progress report. The task `hang` reports the id
 * of its process.
 */
function begun(
  userId: string,
  name: string,
  { input, timeMs = LONG_MS }: { readonly input?: string; readonly timeMs?: number } = {},
) {
  const started = Promise.withResolvers<number>();
  const cancelling = new AbortController();
  const run = {
    signal: cancelling.signal,
    onProgress: started.resolve,
    timeMs,
  };
  const result = workers.run<string | undefined, number>(userId, { file: FILE, name, input }, run);
  result.catch(() => {});
  return {
    result,
    started: started.promise,
    cancel: () => cancelling.abort(new Error('Cancelled')),
  };
}

it('keeps a process for the next task, and delivers every progress report before the result', async () => {
  const reports: number[] = [];
  const run = {
    signal: new AbortController().signal,
    onProgress: (done: number) => reports.push(done),
    timeMs: LONG_MS,
  };
  const job = { file: FILE, name: 'whichProcess', input: undefined };
  const first = await workers.run('one', job, run);
  expect(reports).toEqual([1]);
  expect(await workers.run('one', job, run)).toBe(first);
});

it('runs a task although the process that was kept has ended', async () => {
  const pid = await begun('one', 'failLater').result;
  await eventually(async () => expect(isRunning(pid)).toBe(false));
  expect(await begun('one', 'whichProcess').result).toBeGreaterThan(0);
});

it('runs one task of an account at a time, and lets another account overtake the second', async () => {
  const hanging = begun('one', 'hang');
  await hanging.started;
  const waiting = begun('one', 'whichProcess');
  await begun('other', 'whichProcess').result;
  hanging.cancel();
  await expect(hanging.result).rejects.toThrow('Cancelled');
  expect(await waiting.result).toBeGreaterThan(0);
});

it('refuses an account’s third task, but not another account’s', async () => {
  const [first, second] = [begun('one', 'hang'), begun('one', 'hang')];
  await expect(begun('one', 'hang').result).rejects.toMatchObject({ code: 'tooManyAttempts' });
  await begun('other', 'whichProcess').result;
  first.cancel();
  second.cancel();
  await eventually(async () => {
    expect(await begun('one', 'whichProcess').result).toBeGreaterThan(0);
  });
});

it('refuses further tasks while fifty are waiting, two of some accounts included', async () => {
  const all = Array.from({ length: 52 }, (_, task) => begun(`${Math.floor(task / 2)}`, 'hang'));
  await all[0]?.started;
  await expect(begun('one more', 'hang').result).rejects.toMatchObject({ code: 'unavailable' });
});

it('counts the processor time of a task, and the time of one that is killed', async () => {
  for (const name of ['compute', 'hang']) spending.add(name, BUDGET.max - 40);
  await begun('compute', 'compute', { input: '100' }).result;
  expect(spending.isSpent('compute')).toBe(true);
  await expect(begun('hang', 'hang', { timeMs: 500 }).result).rejects.toThrow(TimedOut);
  expect(spending.isSpent('hang')).toBe(true);
});

it('runs one task at a time of the accounts that have used up their time, behind all others', async () => {
  for (const userId of ['greedy', 'another']) spending.add(userId, 2 * BUDGET.max);
  const hanging = begun('greedy', 'hang');
  await hanging.started;
  const waiting = begun('another', 'whichProcess');
  let isDone = false;
  void waiting.result.then(() => {
    isDone = true;
  });
  // The second process is free, and stays free for others.
  await begun('modest', 'whichProcess').result;
  await begun('modest', 'whichProcess').result;
  expect(isDone).toBe(false);
  hanging.cancel();
  expect(await waiting.result).toBeGreaterThan(0);
});

it('lets a task of another account into a queue that is full of those', async () => {
  const greedy = Array.from({ length: 26 }, (_, account) => `greedy ${account}`);
  for (const userId of greedy) spending.add(userId, 2 * BUDGET.max);
  const all = greedy.flatMap((userId) => [begun(userId, 'hang'), begun(userId, 'hang')]);
  await all[0]?.started;
  // One runs, fifty wait, and one was refused because the queue was full.
  const refused = all.pop();
  await expect(refused?.result).rejects.toMatchObject({ code: 'unavailable' });
  expect(await begun('modest', 'whichProcess').result).toBeGreaterThan(0);
  await expect(all.at(-1)?.result).rejects.toMatchObject({ code: 'unavailable' });
});

it('rejects a waiting task as soon as it is cancelled, frees its place and never starts it', async () => {
  const hanging = [begun('one', 'hang'), begun('other', 'hang')];
  for (const { started } of hanging) await started;
  let isStarted = false;
  for (let times = 0; times < 3; times += 1) {
    const waiting = begun('third', 'whichProcess');
    void waiting.started.then(() => {
      isStarted = true;
    });
    waiting.cancel();
    await expect(waiting.result).rejects.toThrow('Cancelled');
  }
  for (const { cancel } of hanging) cancel();
  expect(await begun('fourth', 'whichProcess').result).toBeGreaterThan(0);
  expect(isStarted).toBe(false);
});

it('reports the progress that a task had sent before it was cancelled', async () => {
  const cancelling = new AbortController();
  const started = Promise.withResolvers<number>();
  const reports: number[] = [];
  const run = {
    signal: cancelling.signal,
    onProgress(done: number) {
      reports.push(done);
      started.resolve(done);
    },
    timeMs: LONG_MS,
  };
  const result = workers.run('one', { file: FILE, name: 'reportTwice', input: undefined }, run);
  await started.promise;
  // Blocks this thread until the process has sent its second report, so that the report is not read yet.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
  cancelling.abort(new Error('Cancelled'));
  await expect(result).rejects.toThrow('Cancelled');
  expect(reports).toEqual([1, 2]);
});

it('kills a process that computes in native code, and waits at the stop for its end', async () => {
  const computing = begun('one', 'computeNatively');
  const pid = await computing.started;
  expect(isRunning(pid)).toBe(true);
  computing.cancel();
  await workers.stop();
  expect(isRunning(pid)).toBe(false);
});

it('ends idle processes at the stop', async () => {
  const pid = await begun('one', 'whichProcess').result;
  await workers.stop();
  expect(isRunning(pid)).toBe(false);
});

it('lets no signal of a terminal end a process', async () => {
  const hanging = begun('one', 'hang');
  const pid = await hanging.started;
  for (const signal of ['SIGINT', 'SIGTERM']) process.kill(pid, signal);
  expect(await begun('other', 'whichProcess').result).toBeGreaterThan(0);
  hanging.cancel();
  await expect(hanging.result).rejects.toThrow('Cancelled');
});

it('rejects with the error of a task, and keeps its process', async () => {
  const pid = await begun('one', 'whichProcess').result;
  await expect(begun('one', 'failAtOnce').result).rejects.toThrow(new RangeError('Too much'));
  expect(await begun('one', 'whichProcess').result).toBe(pid);
});

it('terminates a task at its time-out, and the next one runs', async () => {
  await expect(begun('one', 'hang', { timeMs: 500 }).result).rejects.toThrow(TimedOut);
  expect(await begun('one', 'whichProcess').result).toBeGreaterThan(0);
});

it('rolls back what a terminated task has written to SQLite', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'symptom-tracker-'));
  const path = join(folder, 'a.db');
  const file = new DatabaseSync(path, { timeout: LONG_MS });
  onTestFinished(async () => {
    file.close();
    await rm(folder, { recursive: true });
  });
  file.exec('create table words (word text) strict');
  const writing = begun('one', 'writeForEver', { input: path });
  await writing.started;
  writing.cancel();
  await expect(writing.result).rejects.toThrow('Cancelled');
  file.exec('begin immediate');
  expect(file.prepare('select * from words').all()).toEqual([]);
});

it('ends a task that exceeds the memory limit, and the next one runs', async () => {
  await expect(begun('one', 'fillMemory').result).rejects.toThrow(OutOfMemory);
  expect(await begun('one', 'whichProcess').result).toBeGreaterThan(0);
});

it('ends the processes of a server that is killed', async () => {
  const code = `const { makeWorkers } = await import('${new URL('workers.ts', import.meta.url)}');
    const signal = new AbortController().signal;
    const run = { signal, onProgress: console.log, timeMs: ${LONG_MS} };
    const job = { file: new URL('${FILE}'), name: 'hang' };
    const spending = { add() {}, isSpent: () => false };
    const options = { processes: 2, mostOfAccount: 2, spending, memoryMb: 64, onError() {} };
    await makeWorkers(options).run('one', job, run);`;
  const server = spawn(process.execPath, ['--input-type=module', '--eval', code]);
  const [started]: Buffer[] = await once(server.stdout, 'data');
  const pid = Number.parseInt(String(started), 10);
  expect(isRunning(pid)).toBe(true);
  server.kill('SIGKILL');
  await eventually(async () => expect(isRunning(pid)).toBe(false));
});

it('rejects running, waiting and new tasks after the stop', async () => {
  const tasks = [begun('one', 'hang'), begun('other', 'hang'), begun('third', 'hang')];
  await tasks[0]?.started;
  const stopping = workers.stop();
  for (const { result } of tasks) await expect(result).rejects.toThrow('stopping');
  await expect(begun('one', 'hang').result).rejects.toThrow('stopping');
  await stopping;
});

/** Whether a process exists. */
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

it('refuses a task while no process can be started, and runs the next one', async () => {
  const script = new URL('./testing/without-handles.ts', import.meta.url).pathname;
  const limited = spawn('sh', ['-c', `ulimit -n 200; exec "${process.execPath}" "${script}"`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [printed] = await Promise.all([text(limited.stdout), once(limited, 'close')]);
  expect(JSON.parse(printed)).toEqual({
    refused: 'unavailable',
    isRun: true,
    problems: 1,
  });
});
