import { randomBytes } from 'node:crypto';
import { encryptNotification } from '@block65/webcrypto-web-push';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decryptPush, makeDeviceKeys } from '../../testing/push-decryption.ts';
import { encrypt, MAX_PAYLOAD_BYTES } from './encrypt.ts';

const raw = (text: string) => Buffer.from(text, 'base64url');

/** The example message of RFC 8291 (section 5 and appendix A). */
const VECTOR = {
  payload: Buffer.from('When I grow up, I want to be a watermelon'),
  keys: {
    p256dh: raw(
      'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    ),
    auth: raw('BTBZMqHH6r4Tts7J_aSIgg'),
  },
  devicePrivateKey: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
  privateKey: raw('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
  salt: raw('DGv6ra1nlYgDCS1FRnbzlw'),
  body: raw(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml' +
      'mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT' +
      'pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  ),
};

/** The largest payload of one record in a body of 4,096 bytes (RFC 8291, 4). */
const LIMIT = 3993;
const RUNS = { numRuns: 200 };

async function newDevice() {
  const device = await makeDeviceKeys();
  const keys = { p256dh: Buffer.from(device.publicKey), auth: Buffer.from(device.auth) };
  return { device, keys };
}

describe('a push message', () => {
  it('is encrypted as in the example of RFC 8291, byte for byte', () => {
    const { payload, keys, privateKey, salt } = VECTOR;
    const options = { paddedTo: payload.length, privateKey, salt };
    expect(encrypt(payload, keys, options).toString('base64url')).toBe(
      VECTOR.body.toString('base64url'),
    );
  });

  it('is decrypted by its device, for any payload and padding', async () => {
    const payloads = fc.uint8Array({ maxLength: LIMIT, size: 'max' }).chain((bytes) =>
      fc.record({
        payload: fc.constant(Buffer.from(bytes)),
        paddedTo: fc.integer({ min: bytes.length, max: LIMIT }),
      }),
    );
    await fc.assert(
      fc.asyncProperty(payloads, async ({ payload, paddedTo }) => {
        const { device, keys } = await newDevice();
        const body = encrypt(payload, keys, { paddedTo });
        expect(body.length).toBeLessThanOrEqual(4096);
        expect(Buffer.from(await decryptPush(body, device))).toEqual(payload);
      }),
      RUNS,
    );
  });

  it('has the same length for any payload', async () => {
    const { keys } = await newDevice();
    const lengths = [0, 1, 700, MAX_PAYLOAD_BYTES].map(
      (length) => encrypt(Buffer.alloc(length), keys).length,
    );
    // The header, the payload, the delimiter and the tag.
    expect(lengths).toEqual(lengths.map(() => 86 + MAX_PAYLOAD_BYTES + 1 + 16));
  });

  it('differs each time, also for the same payload and device', async () => {
    const { keys } = await newDevice();
    const bodies = Array.from({ length: 20 }, () => encrypt(Buffer.from('same'), keys));
    const distinct = (part: (body: Buffer) => Buffer) =>
      new Set(bodies.map((body) => part(body).toString('hex'))).size;
    expect(distinct((body) => body.subarray(0, 16))).toBe(20);
    expect(distinct((body) => body.subarray(21, 86))).toBe(20);
    expect(distinct((body) => body.subarray(86))).toBe(20);
  });

  it('is not decrypted by another device, or with another secret', async () => {
    const [mine, other] = [await newDevice(), await newDevice()];
    const body = encrypt(Buffer.from('mine'), mine.keys);
    await expect(decryptPush(body, other.device)).rejects.toThrow();
    const wrong = { ...mine.device, auth: new Uint8Array(randomBytes(16)) };
    await expect(decryptPush(body, wrong)).rejects.toThrow();
  });

  it('is refused if it is too long', async () => {
    const { keys } = await newDevice();
    expect(() => encrypt(Buffer.alloc(MAX_PAYLOAD_BYTES + 1), keys)).toThrow(
      new RangeError('A push payload has at most 2048 bytes, not 2049.'),
    );
  });
});

describe('the decryption of the tests', () => {
  it('decrypts the example of RFC 8291', async () => {
    const { p256dh, auth } = VECTOR.keys;
    const coordinates = [p256dh.subarray(1, 33), p256dh.subarray(33)];
    const [x, y] = coordinates.map((bytes) => bytes.toString('base64url'));
    const privateKey = await crypto.subtle.importKey(
      'jwk',
      { kty: 'EC', crv: 'P-256', d: VECTOR.devicePrivateKey, x, y },
      { name: 'ECDH', namedCurve: 'P-256' },
      false,
      ['deriveBits'],
    );
    const device = { privateKey, publicKey: new Uint8Array(p256dh), auth: new Uint8Array(auth) };
    expect(Buffer.from(await decryptPush(VECTOR.body, device))).toEqual(VECTOR.payload);
  });

  it('decrypts what another library encrypts', async () => {
    const payloads = fc.uint8Array({ maxLength: 3000, size: 'max' });
    await fc.assert(
      fc.asyncProperty(payloads, fc.boolean(), async (payload, pad) => {
        const { device, keys } = await newDevice();
        const subscription = {
          endpoint: 'https://push.example.org',
          expirationTime: null,
          keys: {
            p256dh: keys.p256dh.toString('base64url'),
            auth: keys.auth.toString('base64url'),
          },
        };
        const body = await encryptNotification(subscription, payload, { pad });
        expect(Buffer.from(await decryptPush(body, device))).toEqual(Buffer.from(payload));
      }),
      { numRuns: 50 },
    );
  });
});
