import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { encrypt } from '../platform/push/encrypt.ts';
import { parseSubscription } from '../platform/push/subscription.ts';
import { authorization, pushKey } from '../platform/push/vapid.ts';
import type { Secrets } from '../platform/secrets.ts';
import { type PushService, startPushService } from './push-service.ts';

/** The faults that a push service must notice, each in a request that is valid otherwise. */

const NOW = Date.parse('2026-11-18T17:00:00Z');
const HOUR_MS = 3_600_000;

const newKey = () => {
  const bytes = randomBytes(40);
  return pushKey({ derive: () => bytes } as unknown as Secrets);
};
const key = newKey();

let service: PushService;
beforeAll(async () => {
  service = await startPushService({ clock: () => NOW });
});
afterAll(() => service.stop());

interface Changes {
  key?: typeof key;
  claims?: Partial<Parameters<typeof authorization>[1]>;
  headers?: Record<string, string>;
  body?: Buffer<ArrayBuffer>;
  method?: string;
}

async function statusOf(changes: Changes): Promise<number> {
  const device = await service.subscribe(key.publicKey);
  const receiver = parseSubscription(device, service.origin);
  if ('fault' in receiver) throw new Error(receiver.fault);
  const claims = { audience: service.origin, subject: 'https://tracker.example.org', now: NOW };
  const response = await fetch(device.endpoint, {
    method: changes.method ?? 'POST',
    headers: {
      authorization: authorization(changes.key ?? key, { ...claims, ...changes.claims }),
      'content-type': 'application/octet-stream',
      'content-encoding': 'aes128gcm',
      ttl: '60',
      ...changes.headers,
    },
    body: changes.body ?? encrypt(Buffer.from('{}'), receiver.keys),
  });
  await response.text();
  return response.status;
}

it('accepts a valid request', async () => {
  expect(await statusOf({})).toBe(201);
  expect(service.violations).toEqual([]);
});

it.each<[string, number, Changes]>([
  ['another key than the subscription’s', 403, { key: newKey() }],
  ['a token that has expired', 401, { claims: { now: NOW - 12 * HOUR_MS } }],
  ['a token for more than a day', 401, { claims: { now: NOW + 13 * HOUR_MS } }],
  ['a token for another push service', 401, { claims: { audience: 'https://push.example.org' } }],
  ['a token without a contact', 401, { claims: { subject: 'Symptom Tracker' } }],
  ['no token', 403, { headers: { authorization: '' } }],
  ['no TTL', 400, { headers: { ttl: '' } }],
  ['an unknown urgency', 400, { headers: { urgency: 'urgent' } }],
  ['a long topic', 400, { headers: { topic: 'a'.repeat(33) } }],
  ['another content coding', 400, { headers: { 'content-encoding': 'aesgcm' } }],
  ['a long body', 413, { body: Buffer.alloc(4097) }],
  ['a body that it cannot decrypt', 400, { body: randomBytes(200) }],
  ['another method', 405, { method: 'PUT' }],
])('refuses %s', async (_what, status, changes) => {
  const [refused, received] = [service.violations.length, service.received.length];
  expect(await statusOf(changes)).toBe(status);
  expect(service.violations.length).toBe(refused + 1);
  expect(service.received.length).toBe(received);
});

it('refuses a token whose signature or claims were changed', async () => {
  const claims = { audience: service.origin, subject: 'https://tracker.example.org', now: NOW };
  const header = authorization(key, claims);
  const [start = '', payload = '', rest = ''] = header.split('.');
  const changed = Buffer.from(
    Buffer.from(payload, 'base64url').toString().replace('tracker', 'another'),
  ).toString('base64url');
  expect(await statusOf({ headers: { authorization: `${start}.${changed}.${rest}` } })).toBe(401);
  expect(service.violations.at(-1)).toBe('The signature is wrong');
});
