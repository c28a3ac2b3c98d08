import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';

type Key = ReturnType<typeof newKey>;

/** A key for signing ID tokens. */
export function newKey() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' };
}

/** A fault of an ID token. */
export interface Tampering {
  /** Claims that replace the right ones. */
  readonly claims?: Readonly<Record<string, unknown>>;
  /** The key of the signature; by default the provider's own. */
  readonly signature?: "another's" | 'none';
}

/** A copy of an ID token with exactly one fault. */
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
