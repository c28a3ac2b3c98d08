import { once } from 'node:events';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeThreads, type Threads } from './threads.ts';

let threads: Threads;
const never = new AbortController().signal;

beforeEach(() => {
  threads = makeThreads(new URL('../../report/report-thread.ts', import.meta.url));
});
afterEach(() => threads.stop());

it('keeps a thread for the next report', async () => {
  const first = await threads.take(never);
  threads.giveBack(first, true);
  expect(await threads.take(never)).toBe(first);
});

it('lets two work at once; the third waits for one of them', async () => {
  const [first, second] = [await threads.take(never), await threads.take(never)];
  expect(second).not.toBe(first);
  const third = threads.take(never);
  threads.giveBack(second, true);
  expect(await third).toBe(second);
});

it('whoever goes away while waiting has no turn', async () => {
  const [first] = [await threads.take(never), await threads.take(never)];
  const leaving = new AbortController();
  const [left, next] = [threads.take(leaving.signal), threads.take(never)];
  leaving.abort(new Error('Gone'));
  await expect(left).rejects.toThrow('Gone');
  threads.giveBack(first, true);
  expect(await next).toBe(first);
});

it('a thread that is of no use any more ends, and another takes its place', async () => {
  const [first] = [await threads.take(never), await threads.take(never)];
  const next = threads.take(never);
  const ended = once(first, 'exit');
  threads.giveBack(first, false);
  await ended;
  expect(await next).not.toBe(first);
});

it('after the stop nobody gets one, nor those who wait', async () => {
  await threads.take(never);
  await threads.take(never);
  const waiting = threads.take(never);
  const stopping = threads.stop();
  await expect(waiting).rejects.toThrow('stopping');
  await expect(threads.take(never)).rejects.toThrow('stopping');
  await stopping;
});
