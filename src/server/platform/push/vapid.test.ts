import { createPublicKey, verify } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadSecrets, type Secrets } from '../secrets.ts';
import { authorization, pushKey } from './vapid.ts';

const NOW = Date.parse('2026-11-18T17:00:00.999Z');
const CLAIMS = {
  audience: 'https://push.example.org',
  subject: 'https://tracker.example.org',
  now: NOW,
};

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'symptom-tracker-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

/** Secrets whose derived bytes are the given ones. */
function secretsWith(derived: Buffer): Secrets {
  return { ...loadSecrets(dataDir), derive: () => derived };
}

function parsed(part = '') {
  return JSON.parse(Buffer.from(part, 'base64url').toString());
}

describe('the push key', () => {
  it('is the same after a restart, and another one in another installation', () => {
    const { publicKey } = pushKey(loadSecrets(dataDir));
    expect(publicKey).toMatch(/^B[\w-]{86}$/);
    expect(pushKey(loadSecrets(dataDir)).publicKey).toBe(publicKey);
    expect(pushKey(loadSecrets(join(dataDir, 'other'))).publicKey).not.toBe(publicKey);
  });

  // Another key would end the subscriptions of all devices.
  it('never changes for a given key file', async () => {
    await writeFile(join(dataDir, 'secret.key'), `${'A'.repeat(43)}\n`);
    expect(pushKey(loadSecrets(dataDir)).publicKey).toBe(
      'BGlIAesFUj9wuXWxOKK1OprY7RL-LMVqeWXN8BRPHlF3RCZwp3ei8EKnczFIT1Ozv563rn5dm_EvI2qBj0IuUSE',
    );
  });

  it('is valid for any derived bytes', () => {
    const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
    const bytesOf = (value: bigint) => Buffer.from(value.toString(16).padStart(80, '0'), 'hex');
    const seeds = fc.oneof(
      fc.bigInt(0n, 2n ** 320n - 1n),
      fc.constantFrom(0n, 1n, order - 2n, order - 1n, order, 2n ** 320n - 1n),
    );
    fc.assert(
      fc.property(seeds, (seed) => {
        const { publicKey, privateKey } = pushKey(secretsWith(bytesOf(seed)));
        const jwk = createPublicKey(privateKey).export({ format: 'jwk' });
        const point = Buffer.from(publicKey, 'base64url');
        expect(point[0]).toBe(4);
        expect(point.subarray(1, 33).toString('base64url')).toBe(jwk.x);
        expect(point.subarray(33).toString('base64url')).toBe(jwk.y);
      }),
    );
  });

  it('uses the derived number, modulo the order of the curve', () => {
    // The scalar 1 gives the generator of P-256.
    const { publicKey } = pushKey(secretsWith(Buffer.alloc(40)));
    expect(Buffer.from(publicKey, 'base64url').toString('hex')).toBe(
      '046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c2964fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5',
    );
  });
});

describe('the header', () => {
  it('holds a signed token for one push service, and the public key', () => {
    const key = pushKey(loadSecrets(dataDir));
    const header = authorization(key, CLAIMS);
    const [, token = '', publicKey] = /^vapid t=(\S+), k=(\S+)$/.exec(header) ?? [];
    expect(publicKey).toBe(key.publicKey);
    const [head, claims, signature = '', ...more] = token.split('.');
    expect(more).toEqual([]);
    expect(parsed(head)).toEqual({ typ: 'JWT', alg: 'ES256' });
    expect(parsed(claims)).toEqual({
      aud: 'https://push.example.org',
      sub: 'https://tracker.example.org',
      // Twelve hours later, in seconds.
      exp: Date.parse('2026-11-19T05:00:00Z') / 1000,
    });
    const signed = Buffer.from(`${head}.${claims}`);
    const verifier = { key: createPublicKey(key.privateKey), dsaEncoding: 'ieee-p1363' } as const;
    expect(verify('sha256', signed, verifier, Buffer.from(signature, 'base64url'))).toBe(true);
  });
});
