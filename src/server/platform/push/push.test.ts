import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../testing/free-port.ts';
import { type PushService, startPushService } from '../../testing/push-service.ts';
import { loadSecrets } from '../secrets.ts';
import { pushMessage } from './message.ts';
import { makePush, type Push } from './push.ts';

const NOW = Date.parse('2026-11-18T17:00:00Z');
const PUBLIC_URL = 'https://tracker.example.org';
const MESSAGE = pushMessage({ title: 'Time for your 8:00 entry', path: '/overview' }, PUBLIC_URL);
const OPTIONS = { ttlSeconds: 3600, urgency: 'high' } as const;
const DAY_MS = 86_400_000;

let dataDir: string;
let service: PushService;
let push: Push;

function pushTo(pushOrigin: string, requestLimitMs?: number): Push {
  const config = { publicUrl: PUBLIC_URL, pushOrigin };
  const limit = requestLimitMs === undefined ? {} : { requestLimitMs };
  return makePush({ config, secrets: loadSecrets(dataDir), clock: () => NOW, ...limit });
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'symptom-tracker-'));
  service = await startPushService({ clock: () => NOW });
  push = pushTo(service.origin);
});
afterEach(() => expect(service.violations).toEqual([]));
afterAll(async () => {
  await service.stop();
  await rm(dataDir, { recursive: true });
});

/** The host of the push service, as the `fault` of a result names it. */
const host = () => new URL(service.origin).host;
const newDevice = () => service.subscribe(push.publicKey);

describe('a push message', () => {
  it('arrives with its headers, signed and encrypted', async () => {
    const device = await newDevice();
    const result = await push.send(device, MESSAGE, { ...OPTIONS, topic: 'form-0800' });
    expect(result).toEqual({ outcome: 'accepted' });
    expect(await service.nextPush()).toEqual({
      endpoint: device.endpoint,
      message: MESSAGE,
      ttl: 3600,
      urgency: 'high',
      topic: 'form-0800',
      claims: {
        aud: service.origin,
        exp: NOW / 1000 + 43_200,
        sub: PUBLIC_URL,
      },
      bytes: 2151,
    });
  });

  it('arrives with any text, always with the same length', async () => {
    const device = await newDevice();
    const texts = fc.string({ unit: 'grapheme', maxLength: 100 });
    await fc.assert(
      fc.asyncProperty(texts, texts, async (title, body) => {
        const message = pushMessage({ title, body, path: '/' }, PUBLIC_URL);
        expect(await push.send(device, message, OPTIONS)).toEqual({ outcome: 'accepted' });
        const received = await service.nextPush();
        expect(received.message).toEqual(message);
        expect(received.topic).toBeUndefined();
        expect(received.bytes).toBe(2151);
      }),
      { numRuns: 50 },
    );
  });

  it.each([200, 201, 202, 204])('is accepted with %i', async (status) => {
    service.answers.push({ status });
    expect(await push.send(await newDevice(), MESSAGE, OPTIONS)).toEqual({ outcome: 'accepted' });
  });

  it.each([404, 410])('finds out with %i that the subscription has ended', async (status) => {
    service.answers.push({ status });
    expect(await push.send(await newDevice(), MESSAGE, OPTIONS)).toEqual({
      outcome: 'ended',
      fault: `${host()} answered with ${status}`,
    });
  });

  it.each([400, 401, 403, 405, 413, 301, 302, 307, 308])(
    'is refused for good with %i',
    async (status) => {
      const before = service.received.length;
      // A redirect to a device that would accept the message.
      const { endpoint } = await newDevice();
      service.answers.push({ status, headers: { location: endpoint } });
      expect(await push.send(await newDevice(), MESSAGE, OPTIONS)).toEqual({
        outcome: 'refused',
        fault: `${host()} answered with ${status}`,
      });
      expect(service.received.length).toBe(before);
    },
  );

  it.each([
    [429, '120', 120_000],
    [429, new Date(NOW + 90_000).toUTCString(), 90_000],
    [429, new Date(NOW - 90_000).toUTCString(), 0],
    [429, '0', 0],
    [429, '9'.repeat(400), DAY_MS],
    [429, 'Fri, 31 Dec 9999 23:59:59 GMT', DAY_MS],
    [429, 'soon', undefined],
    [429, '-1e3', undefined],
    [429, undefined, undefined],
    [406, '60', 60_000],
    [500, undefined, undefined],
    [502, undefined, undefined],
    [503, '30', 30_000],
  ])('may be sent later after %i with Retry-After %s', async (status, retryAfter, waitMs) => {
    service.answers.push({ status, headers: retryAfter ? { 'retry-after': retryAfter } : {} });
    expect(await push.send(await newDevice(), MESSAGE, OPTIONS)).toEqual({
      outcome: 'later',
      fault: `${host()} answered with ${status}`,
      waitMs,
    });
  });

  it('may be sent later if the push service does not answer in time', async () => {
    service.answers.push({ status: 'hang' });
    expect(await pushTo(service.origin, 200).send(await newDevice(), MESSAGE, OPTIONS)).toEqual({
      outcome: 'later',
      fault: `${host()} did not answer in time`,
      waitMs: undefined,
    });
  });

  it('may be sent later if the server stops', async () => {
    service.answers.push({ status: 'hang' });
    const hangs = service.nextHang();
    const stop = new AbortController();
    const sent = push.send(await newDevice(), MESSAGE, { ...OPTIONS, cutOff: stop.signal });
    await hangs;
    stop.abort();
    expect(await sent).toMatchObject({ outcome: 'later', waitMs: undefined });
  });

  it('may be sent later if the connection ends', async () => {
    service.answers.push({ status: 'cut' });
    expect(await push.send(await newDevice(), MESSAGE, OPTIONS)).toMatchObject({
      outcome: 'later',
      fault: expect.stringMatching(/^127\.0\.0\.1:\d+ could not be reached \([A-Z_]+\)$/),
    });
  });

  it('may be sent later if no push service listens', async () => {
    const origin = `http://127.0.0.1:${await freePort()}`;
    const device = { ...(await newDevice()), endpoint: `${origin}/push/secret` };
    expect(await pushTo(origin).send(device, MESSAGE, OPTIONS)).toEqual({
      outcome: 'later',
      fault: `${new URL(origin).host} could not be reached (ECONNREFUSED)`,
      waitMs: undefined,
    });
  });

  it('does not read the body of an answer', async () => {
    service.answers.push({ status: 500, endless: true });
    const closed = service.nextClose();
    const result = await push.send(await newDevice(), MESSAGE, OPTIONS);
    expect(result).toMatchObject({ outcome: 'later' });
    await closed;
  });

  it('is not sent to a device that ended its subscription', async () => {
    const device = await newDevice();
    service.end(device);
    expect(await push.send(device, MESSAGE, OPTIONS)).toMatchObject({ outcome: 'ended' });
  });

  it('is not sent to any other address', async () => {
    const device = await newDevice();
    const before = service.received.length;
    const strict = pushTo('http://127.0.0.1:1');
    expect(await strict.send(device, MESSAGE, OPTIONS)).toEqual({
      outcome: 'refused',
      fault: 'The subscription’s endpoint may not be used',
    });
    const keys = { ...device.keys, auth: randomBytes(8).toString('base64url') };
    expect(await push.send({ ...device, keys }, MESSAGE, OPTIONS)).toEqual({
      outcome: 'refused',
      fault: 'The subscription’s keys may not be used',
    });
    expect(service.received.length).toBe(before);
  });

  it('says nothing of the endpoint’s path in any failure', async () => {
    const device = await newDevice();
    const { pathname } = new URL(device.endpoint);
    for (const status of [404, 400, 429, 500, 'cut'] as const) {
      service.answers.push({ status });
      const result = await push.send(device, MESSAGE, OPTIONS);
      expect(result).toHaveProperty('fault');
      expect(JSON.stringify(result)).not.toContain(pathname.slice(1, 12));
    }
  });

  it.each([
    { ttlSeconds: 0 },
    { ttlSeconds: -1 },
    { ttlSeconds: 1.5 },
    { ttlSeconds: Number.NaN },
    { topic: '' },
    { topic: 'a'.repeat(33) },
    { topic: 'with space' },
    { topic: 'line\nbreak' },
  ])('is not sent with %j', async (wrong) => {
    await expect(push.send(await newDevice(), MESSAGE, { ...OPTIONS, ...wrong })).rejects.toThrow(
      RangeError,
    );
  });

  it('is not sent if it is too long', async () => {
    const message = pushMessage({ title: 'ü'.repeat(1100), path: '/' }, PUBLIC_URL);
    await expect(push.send(await newDevice(), message, OPTIONS)).rejects.toThrow(
      /at most 2048 bytes/,
    );
  });
});
