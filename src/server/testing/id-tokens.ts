import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';

type Key = ReturnType<typeof newKey>;

/** A key to sign ID tokens with. */
export function newKey() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' };
}

/** What is wrong with an ID token. */
export interface Tampering {
  /** Claims in place of the right ones. */
  readonly claims?: Readonly<Record<string, unknown>>;
  /** Whose key it is signed by; the provider's own where this is not said. */
  readonly signature?: "another's" | 'none';
}

/** An ID token with something wrong with it, and nothing else. */
export function tampered(token: string, { claims, signature }: Tampering, own: Key): string {
  const [header, body] = token
    .split('.', 2)
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()));
  const isUnsigned = signature === 'none';
  const content = [isUnsigned ? { ...header, alg: 'none' } : header, { ...body, ...claims }]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  if (isUnsigned) return `${content}.`;
  const key = createPrivateKey({ key: signature ? newKey() : own, format: 'jwk' });
  return `${content}.${sign('sha256', Buffer.from(content), key).toString('base64url')}`;
}
