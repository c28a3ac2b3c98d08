import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { Answer } from '../../contract/endpoints.ts';
import type { NewPasskey, SignedByPasskey } from '../../contract/passkeys.ts';
import type { TestApp, TestUser } from './app.ts';

/**
 * An authenticator in software, with one ES256 key, as a phone or a security key has them. It makes what the browser
 * sends to the server.
 */
export class Authenticator {
  readonly id = randomBytes(32).toString('base64url');
  readonly #key: KeyObject;
  readonly #publicKey: Uint8Array;
  /** The signature counter of the next use. Phones do not count: they always send 0. */
  counter = 0;
  /** Where the browser says that it is. */
  origin = 'http://localhost:3000';
  /** Whether it checks the finger, the face or the PIN. */
  verifiesUser = true;

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#key = privateKey;
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    // COSE_Key (RFC 9053): kty EC2, alg ES256, crv P-256, x, y.
    const cose: [number, number | Uint8Array][] = [
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytesOf(x)],
      [-3, bytesOf(y)],
    ];
    this.#publicKey = isoCBOR.encode(new Map(cose));
  }

  /** Makes its key for an account. */
  register({ challenge, rp }: Pick<Answer<'getPasskeyCreation'>, 'challenge' | 'rp'>): NewPasskey {
    const id = bytesOf(this.id);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    // AAGUID of zeros, the length of the id, the id, the key.
    const key = Buffer.concat([Buffer.alloc(16), length, id, this.#publicKey]);
    const authData = Buffer.concat([this.#authenticatorData(rp.id, 0x40), key]);
    const attestation = new Map<string, string | Uint8Array | Map<string, never>>([
      ['fmt', 'none'],
      ['attStmt', new Map<string, never>()],
      ['authData', new Uint8Array(authData)],
    ]);
    return {
      id: this.id,
      clientDataJSON: this.#clientData('webauthn.create', challenge),
      attestationObject: Buffer.from(isoCBOR.encode(attestation)).toString('base64url'),
      transports: ['internal', 'hybrid'],
    };
  }

  /** Signs a challenge. */
  sign({
    challenge,
    rpId,
  }: Pick<Answer<'getPasskeyRequest'>, 'challenge' | 'rpId'>): SignedByPasskey {
    const clientDataJSON = this.#clientData('webauthn.get', challenge);
    const authenticatorData = this.#authenticatorData(rpId, 0);
    const signed = Buffer.concat([authenticatorData, sha256(bytesOf(clientDataJSON))]);
    return {
      id: this.id,
      clientDataJSON,
      authenticatorData: authenticatorData.toString('base64url'),
      signature: sign('sha256', signed, this.#key).toString('base64url'),
    };
  }

  #clientData(type: string, challenge: string): string {
    const { origin } = this;
    const data = { type, challenge, origin, crossOrigin: false };
    return Buffer.from(JSON.stringify(data)).toString('base64url');
  }

  /** @param more further flags */
  #authenticatorData(rpId: string, more: number): Buffer {
    const isPresent = 0x01;
    const isVerified = this.verifiesUser ? 0x04 : 0;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([
      sha256(Buffer.from(rpId)),
      Buffer.from([isPresent | isVerified | more]),
      counter,
    ]);
  }
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(base64url, 'base64url'));
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}

/** Adds a passkey to the account of a user who has just proved that it is theirs. */
export async function addedPasskey(
  { browser, userId }: Pick<TestUser, 'browser' | 'userId'>,
  authenticator = new Authenticator(),
): Promise<Authenticator & { readonly wayId?: string }> {
  const options = await browser.call('getPasskeyCreation', { userId });
  if (options.statusCode !== 200) throw new Error(options.body);
  const passkey = authenticator.register(options.json());
  const added = await browser.call('addPasskey', { userId, passkey });
  if (added.statusCode !== 200) throw new Error(added.body);
  return Object.assign(authenticator, { wayId: added.json().wayId as string });
}

/** What the key signs for a sign-in. */
export async function signedForSignIn(
  { browser }: Pick<TestUser, 'browser'>,
  authenticator: Authenticator,
): Promise<SignedByPasskey> {
  return authenticator.sign((await browser.call('getPasskeyRequest')).json());
}

/** What the key signs as a proof that the account is the user's. */
export async function signedAsProof(
  { browser, userId }: Pick<TestUser, 'browser' | 'userId'>,
  authenticator: Authenticator,
): Promise<SignedByPasskey> {
  return authenticator.sign((await browser.call('getPasskeyProof', { userId })).json());
}

/** Makes an account's last proof look too old to count. */
export async function outdateProof({ context: { db } }: TestApp, { userId }: TestUser) {
  await db
    .updateTable('sessions')
    .set({ authenticated_at: 0 })
    .where('user_id', '=', userId)
    .execute();
}
