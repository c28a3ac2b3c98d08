import { createECDH, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSubscription } from './subscription.ts';

function newKeys() {
  const pair = createECDH('prime256v1');
  const p256dh = pair.generateKeys('base64url');
  return { p256dh, auth: randomBytes(16).toString('base64url') };
}

const KEYS = newKeys();
const ENDPOINT = 'https://fcm.googleapis.com/fcm/send/cIKD0Ykm2ZI:APA91b-_';

const parsedEndpoint = (endpoint: string, pushOrigin?: string) =>
  parseSubscription({ endpoint, keys: KEYS }, pushOrigin);

describe('an endpoint', () => {
  it.each([
    ENDPOINT,
    'https://fcm.googleapis.com/wp/dEf:APA91b',
    'https://updates.push.services.mozilla.com/wpush/v2/gAAAAABn-_',
    'https://web.push.apple.com/QGuQyavXutnMH-_',
    'https://api-1.push.apple.com/3/device',
    'https://wns2-par02p.notify.windows.com/w/?token=BQYAAAA%2fB%3d',
    'https://fcm.googleapis.com:443/fcm/send/a',
  ])('of a known push service is accepted: %s', (endpoint) => {
    const { origin, pathname, search } = new URL(endpoint);
    const receiver = parsedEndpoint(endpoint);
    expect(receiver).toMatchObject({ keys: { p256dh: Buffer.from(KEYS.p256dh, 'base64url') } });
    expect(receiver).toHaveProperty('endpoint.href', `${origin}${pathname}${search}`);
  });

  it.each([
    'http://fcm.googleapis.com/fcm/send/a',
    'https://fcm.googleapis.com:8443/fcm/send/a',
    'https://fcm.googleapis.com.evil.example/a',
    'https://fcm.googleapis.com.:443/a',
    'https://evil.example/fcm.googleapis.com',
    'https://evil.example?https://fcm.googleapis.com/',
    'https://evil.example#@fcm.googleapis.com/',
    'https://evil.example\\@fcm.googleapis.com/',
    'https://fcm.googleapis.com@evil.example/a',
    'https://user@fcm.googleapis.com/a',
    'https://:secret@fcm.googleapis.com/a',
    'https://evilfcm.googleapis.com/a',
    'https://evil.fcm.googleapis.com/a',
    'https://storage.googleapis.com/a',
    'https://push.apple.com.evil.example/a',
    'https://push.apple.com/a',
    'https://evilpush.apple.com/a',
    'https://notify.windows.com/a',
    'https://evilnotify.windows.com/a',
    'https://push.services.mozilla.com.evil.example/',
    'https://localhost/a',
    'https://127.0.0.1/a',
    'https://[::1]/a',
    'https://169.254.169.254/latest/meta-data',
    'ftp://fcm.googleapis.com/a',
    'file:///etc/passwd',
    'data:text/plain,fcm.googleapis.com',
    'fcm.googleapis.com/fcm/send/a',
    '/fcm/send/a',
    '',
    `${ENDPOINT}${'a'.repeat(2000)}`,
  ])('is refused: %s', (endpoint) => {
    expect(parsedEndpoint(endpoint)).toEqual({ fault: 'endpoint' });
  });

  it('may have 2,000 characters', () => {
    expect(parsedEndpoint(ENDPOINT.padEnd(2000, 'a'))).toHaveProperty('endpoint');
    expect(parsedEndpoint(ENDPOINT.padEnd(2001, 'a'))).toEqual({ fault: 'endpoint' });
  });

  it('never leads to another host, whatever surrounds the name of a known one', () => {
    const known =
      /^(fcm\.googleapis\.com|[^/]+\.(push\.apple\.com|push\.services\.mozilla\.com|notify\.windows\.com))$/;
    const part = fc.oneof(
      fc.string({ maxLength: 12 }),
      fc.constantFrom('evil.example', '@', '/', '\\', '#', '?', ':', '.', '%2e', '%40', '\t', '。'),
    );
    const names = fc.constantFrom(
      'fcm.googleapis.com',
      'web.push.apple.com',
      'x.notify.windows.com',
    );
    const endpoints = fc.tuple(part, part, names, part, part);
    fc.assert(
      fc.property(endpoints, (parts) => {
        const receiver = parsedEndpoint(`https://${parts.join('')}`);
        if ('fault' in receiver) return;
        const { protocol, host, username, password } = receiver.endpoint;
        expect({ protocol, username, password }).toEqual({
          protocol: 'https:',
          username: '',
          password: '',
        });
        expect(host).toMatch(known);
      }),
      { numRuns: 5000 },
    );
  });

  it('of one more push service is accepted if it is configured, with its scheme and port', () => {
    const origin = 'http://127.0.0.1:4711';
    expect(parsedEndpoint(`${origin}/push/a`, origin)).toHaveProperty('endpoint');
    expect(parsedEndpoint(`${origin}/push/a`)).toEqual({ fault: 'endpoint' });
    expect(parsedEndpoint('http://127.0.0.1:4712/push/a', origin)).toEqual({ fault: 'endpoint' });
    expect(parsedEndpoint('https://127.0.0.1:4711/push/a', origin)).toEqual({ fault: 'endpoint' });
    expect(parsedEndpoint('http://me@127.0.0.1:4711/push/a', origin)).toEqual({
      fault: 'endpoint',
    });
    expect(parsedEndpoint(ENDPOINT, origin)).toHaveProperty('endpoint');
  });
});

describe('keys', () => {
  it('are accepted as browsers make them', () => {
    for (let count = 0; count < 50; count += 1) {
      const keys = newKeys();
      expect(parseSubscription({ endpoint: ENDPOINT, keys })).toMatchObject({
        keys: {
          p256dh: Buffer.from(keys.p256dh, 'base64url'),
          auth: Buffer.from(keys.auth, 'base64url'),
        },
      });
    }
  });

  const point = Buffer.from(KEYS.p256dh, 'base64url');
  const offCurve = Buffer.from(point);
  offCurve[64] = (offCurve[64] ?? 0) ^ 1;
  const compressed = Buffer.concat([Buffer.from([2]), point.subarray(1, 33)]);
  const hybrid = Buffer.concat([Buffer.from([6 + ((point[64] ?? 0) & 1)]), point.subarray(1)]);
  const wrongPoints: [string, Buffer | string][] = [
    ['no point of the curve', offCurve],
    ['the point zero', Buffer.concat([Buffer.from([4]), Buffer.alloc(64)])],
    ['the point at infinity', Buffer.alloc(1)],
    ['a compressed point', compressed],
    ['a hybrid point', hybrid],
    ['too short', point.subarray(0, 64)],
    ['too long', Buffer.concat([point, Buffer.alloc(1)])],
    ['padded', `${KEYS.p256dh}=`],
    ['with a space', ` ${KEYS.p256dh}`],
    ['base64 with other characters', `${KEYS.p256dh.slice(0, -1)}+`],
    ['empty', ''],
  ];
  it.each(wrongPoints)('are refused if the public key is %s', (_what, value) => {
    const p256dh = typeof value === 'string' ? value : value.toString('base64url');
    expect(parseSubscription({ endpoint: ENDPOINT, keys: { ...KEYS, p256dh } })).toEqual({
      fault: 'keys',
    });
  });

  it.each([
    ['too short', randomBytes(15).toString('base64url')],
    ['too long', randomBytes(17).toString('base64url')],
    ['padded', `${KEYS.auth}==`],
    ['empty', ''],
    ['not base64url', '!'.repeat(22)],
    // 22 characters encode 16 bytes and four spare bits, which must be 0. A final 'B' sets one of them.
    ['not in its shortest form', `${'A'.repeat(21)}B`],
  ])('are refused if the secret is %s', (_what, auth) => {
    expect(parseSubscription({ endpoint: ENDPOINT, keys: { ...KEYS, auth } })).toEqual({
      fault: 'keys',
    });
  });
});
