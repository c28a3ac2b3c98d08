import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

/** The keys of a subscription, decoded. */
export interface ReceiverKeys {
  /** The browser's public key: a point of P-256, uncompressed, 65 bytes. */
  readonly p256dh: Buffer;
  /** The secret that the browser shares with the app: 16 bytes. */
  readonly auth: Buffer;
}

/**
 * The longest payload in bytes. All payloads are padded to this length, so that the push service learns nothing
 * from the length. RFC 8291 allows 3,993 bytes, but Mozilla refuses messages for Firefox on Android from about 3,000.
 */
export const MAX_PAYLOAD_BYTES = 2048;

/** The record size in the header. A message is one record, which may be shorter (RFC 8188, 2.1). */
const RECORD_BYTES = 4096;
const SALT_BYTES = 16;
const KEY_BYTES = 16;
const NONCE_BYTES = 12;
/** Ends the payload of the last record; only padding follows (RFC 8188, 2). */
const LAST_RECORD = 2;

/**
 * Encrypts a payload for one device with the content coding aes128gcm (RFC 8291, RFC 8188).
 *
 * @param options only tests set them. `privateKey` and `salt` must be new for each message
 * @returns the body of the request to the push service
 * @throws RangeError if the payload is longer than `paddedTo` bytes
 * @throws if `p256dh` is not a point of the curve
 */
export function encrypt(
  payload: Buffer,
  { p256dh, auth }: ReceiverKeys,
  {
    paddedTo = MAX_PAYLOAD_BYTES,
    salt = randomBytes(SALT_BYTES),
    privateKey,
  }: { paddedTo?: number; salt?: Buffer; privateKey?: Buffer } = {},
): Buffer<ArrayBuffer> {
  if (payload.length > paddedTo) {
    throw new RangeError(`A push payload has at most ${paddedTo} bytes, not ${payload.length}.`);
  }
  const sender = createECDH('prime256v1');
  if (privateKey) sender.setPrivateKey(privateKey);
  else sender.generateKeys();
  const publicKey = sender.getPublicKey();

  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, publicKey]);
  const input = hkdf(sender.computeSecret(p256dh), auth, keyInfo, 32);
  const key = hkdf(input, salt, 'Content-Encoding: aes128gcm\0', KEY_BYTES);
  const nonce = hkdf(input, salt, 'Content-Encoding: nonce\0', NONCE_BYTES);

  const padded = Buffer.alloc(paddedTo + 1);
  payload.copy(padded);
  padded[payload.length] = LAST_RECORD;
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const record = Buffer.concat([cipher.update(padded), cipher.final(), cipher.getAuthTag()]);

  const sizes = Buffer.alloc(5);
  sizes.writeUInt32BE(RECORD_BYTES, 0);
  sizes.writeUInt8(publicKey.length, 4);
  return Buffer.concat([salt, sizes, publicKey, record]);
}

function hkdf(key: Buffer, salt: Buffer, info: string | Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, info, length));
}
