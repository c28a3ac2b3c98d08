import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { LIMITS } from '../../limits.ts';
import { freshUser, testApp } from '../../testing/app.ts';
import { onSqlite } from '../../testing/databases.ts';
import { addForms } from '../../testing/entries.ts';
import { eventually } from '../../testing/eventually.ts';
import { nextSpan, sentBytes, takenBytes } from './departure.ts';

const MINUTE_MS = 60_000;

/** How long the server waits for a reader of a constant speed (ms); Infinity if it waits for all of `forMs`. */
function patienceWith(bytesPerSecond: number, forMs: number): number {
  const { checkEveryMs } = LIMITS.departure;
  let before: Exclude<ReturnType<typeof nextSpan>, 'tooSlow'>;
  for (let now = 0; now <= forMs; now += checkEveryMs) {
    const taken = (bytesPerSecond * now) / 1000;
    const span = nextSpan(before, { now, taken }, LIMITS.departure);
    if (span === 'tooSlow') return now;
    before = span;
  }
  return Number.POSITIVE_INFINITY;
}

it.each([
  ['never reads', 0, 35_000],
  ['takes 1,800 bytes a second', 1800, 35_000],
  ['takes 64 KiB in 30 s', 65_536 / 30, Number.POSITIVE_INFINITY],
  ['is as slow as a bad phone line', 20_000, Number.POSITIVE_INFINITY],
])('waits for a reader that %s', (_reader, bytesPerSecond, patienceMs) => {
  expect(patienceWith(bytesPerSecond, 60 * MINUTE_MS)).toBe(patienceMs);
});

it('does not count time in which nothing waits for the reader', () => {
  const { departure } = LIMITS;
  const span = nextSpan({ since: 0, taken: 0 }, { now: 29_000, taken: undefined }, departure);
  expect(span).toBeUndefined();
  const next = nextSpan(undefined, { now: MINUTE_MS, taken: 10 }, departure);
  expect(next).toEqual({ since: MINUTE_MS, taken: 10 });
});

it('notices what a reader takes from the buffers of the kernel', async () => {
  const server = createServer((near) => void near.write(Buffer.alloc(20_000_000)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const far = connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1');
  onTestFinished(() => {
    far.destroy();
    server.close();
  });
  const [near] = (await once(server, 'connection')) as [Socket];
  near.on('error', () => {});
  const taken = async () => (await takenBytes([near])).get(near) ?? 0;
  // The reader's own buffers are full.
  let before = -1;
  await eventually(async () => {
    const last = before;
    before = await taken();
    expect(last).toBe(before);
  });
  // What the kernel has taken and the reader has not does not count as read.
  expect(before).toBeLessThan(sentBytes(near) - 65_536);
  for (let read = 0; read < 500_000; ) {
    const bytes: Buffer | null = far.read();
    if (bytes) read += bytes.length;
    else await once(far, 'readable');
  }
  await eventually(async () => expect(await taken()).toBeGreaterThan(before + 65_536));
});

onSqlite((place) => {
  const limit = { bytes: 1e9, withinMs: 20, checkEveryMs: 10 };
  const test = testApp(place, {}, { departure: limit });

  it('ends a connection that does not read its answer', async () => {
    const { hostname, port } = new URL(await test.app.listen({ port: 0, host: '127.0.0.1' }));
    const user = await freshUser(test);
    await addForms(test, user, 400, 'x'.repeat(9000));
    const connected = once(test.app.server, 'connection');
    const socket = connect(Number(port), hostname);
    onTestFinished(() => void socket.destroy());
    const path = `/api/exportData?userId=${user.userId}&format=json`;
    socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\ncookie: ${user.browser.cookie}\r\n\r\n`);
    const [near] = (await connected) as [Socket];
    await once(near, 'close');
  });
});
