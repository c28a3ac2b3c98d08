import { createECDH, createPrivateKey, type KeyObject, sign } from 'node:crypto';
import type { Instant } from '../../../domain/zone.ts';
import type { Secrets } from '../secrets.ts';

/** The key pair with which the app identifies itself to push services (RFC 8292). */
export interface PushKey {
  /** What browsers take as `applicationServerKey`: a point of P-256, uncompressed, in base64url. */
  readonly publicKey: string;
  readonly privateKey: KeyObject;
}

/** The order of the curve P-256 (SEC 2, 2.4.2). */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const SCALAR_BYTES = 32;
/**
 * 64 bits more than the order has, so that the modulo makes no private key noticeably more likely (FIPS 186-5, A.2.1).
 */
const SEED_BYTES = 40;

/** How long a token is valid (s). Half of the 24 hours that RFC 8292 allows tolerates a wrong clock on either side. */
const TOKEN_SECONDS = 12 * 3600;

/**
 * The installation's key pair. Every process derives the same pair from `secret.key`, and a backup of that file
 * restores it. A subscription works only with the key pair that it was made with.
 */
export function pushKey(secrets: Secrets): PushKey {
  const seed = BigInt(`0x${secrets.derive('push', SEED_BYTES).toString('hex')}`);
  const scalar = (seed % (ORDER - 1n)) + 1n;
  const d = Buffer.from(scalar.toString(16).padStart(2 * SCALAR_BYTES, '0'), 'hex');
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(d);
  const point = pair.getPublicKey();
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    d: d.toString('base64url'),
    x: point.subarray(1, 1 + SCALAR_BYTES).toString('base64url'),
    y: point.subarray(1 + SCALAR_BYTES).toString('base64url'),
  };
  return {
    publicKey: point.toString('base64url'),
    privateKey: createPrivateKey({ key: jwk, format: 'jwk' }),
  };
}

/**
 * The header `Authorization` of a request to a push service (RFC 8292, 3).
 *
 * @param claims.audience the origin of the subscription's endpoint
 * @param claims.subject whom the push service may contact: an https or mailto URL
 */
export function authorization(
  { publicKey, privateKey }: PushKey,
  { audience, subject, now }: { audience: string; subject: string; now: Instant },
): string {
  const exp = Math.floor(now / 1000) + TOKEN_SECONDS;
  const signed = `${encoded({ typ: 'JWT', alg: 'ES256' })}.${encoded({ aud: audience, exp, sub: subject })}`;
  const signature = sign('sha256', Buffer.from(signed), {
    key: privateKey,
    dsaEncoding: 'ieee-p1363',
  });
  return `vapid t=${signed}.${signature.toString('base64url')}, k=${publicKey}`;
}

function encoded(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
