import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { MAX_IMPORT_BYTES } from '../../../contract/file-formats.ts';
import { LIMITS } from '../../limits.ts';
import { Browser, freshUser, testApp } from '../../testing/app.ts';
import { onSqlite } from '../../testing/databases.ts';
import { isTooSlow } from './arrival.ts';

const MBIT_PER_MS = 125;

it('the largest file may arrive at 1 Mbit/s', () => {
  for (let bytes = 0; bytes <= MAX_IMPORT_BYTES; bytes += MAX_IMPORT_BYTES / 64) {
    expect(isTooSlow({ bytes, ms: bytes / MBIT_PER_MS }, LIMITS.arrival)).toBe(false);
  }
});

it.each([
  ['a byte a second', 1],
  ['half a Mbit a second', 62_500],
])('a request that sends %s is cut off', (_speed, bytesPerSecond) => {
  const after = (seconds: number) =>
    isTooSlow({ bytes: bytesPerSecond * seconds, ms: seconds * 1000 }, LIMITS.arrival);
  expect(after(60)).toBe(false);
  expect(after(121)).toBe(true);
});

onSqlite((place) => {
  const test = testApp(
    place,
    {},
    { arrival: { ...LIMITS.arrival, graceMs: 0, bytesPerSecond: 1e9, checkEveryMs: 10 } },
  );

  it('says that a request was too slow, and closes the connection', async () => {
    const { hostname, port } = new URL(await test.app.listen({ port: 0, host: '127.0.0.1' }));
    const { cookie } = (await freshUser(test)).browser;
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    const head = ['POST /api/saveSymptomForm HTTP/1.1', 'host: x', `cookie: ${cookie}`];
    const body = ['content-type: application/json', 'content-length: 1000', '', '{'];
    socket.write([...head, ...body].join('\r\n'));
    const [answered = '', error = ''] = (await text(socket)).split('\r\n\r\n');
    expect(answered).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
    expect(JSON.parse(error)).toEqual({
      error:
        'What you sent took too long to arrive. Your connection may be slow. Please try again.',
    });
  });
});

const BODY_BYTES = 16_384;

onSqlite((place) => {
  // Room for two bodies.
  const test = testApp(place, {}, { arrival: { ...LIMITS.arrival, mostBytes: 2 * BODY_BYTES } });

  it('ends the oldest bodies if too many bytes are arriving', async () => {
    const { hostname, port } = new URL(await test.app.listen({ port: 0, host: '127.0.0.1' }));
    const begin = async () => {
      const socket = connect(Number(port), hostname);
      onTestFinished(() => void socket.destroy());
      const sending = once(test.app.server, 'request');
      const head = ['POST /api/auth/signIn HTTP/1.1', 'host: x', 'content-type: application/json'];
      socket.write([...head, `content-length: ${BODY_BYTES}`, '', '{'].join('\r\n'));
      await sending;
      return socket;
    };
    const [oldest] = [await begin(), await begin(), await begin()];
    expect(await text(oldest)).toMatch(/^HTTP\/1\.1 503 /);
    const { statusCode } = await new Browser(test).call('signIn', {
      email: 'nobody@example.org',
      password: 'x'.repeat(100),
    });
    expect(statusCode).toBe(401);
  });
});

it('takes 64 MiB of bodies at once', () => {
  expect(LIMITS.arrival.mostBytes).toBe(67_108_864);
});
