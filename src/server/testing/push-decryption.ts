/** Decrypts push messages as a browser does (RFC 8291), written with Web Crypto and without any code of the app. */

/** The keys of a device that subscribed. */
export interface DeviceKeys {
  readonly privateKey: CryptoKey;
  /** An uncompressed point of P-256. */
  readonly publicKey: Uint8Array<ArrayBuffer>;
  readonly auth: Uint8Array<ArrayBuffer>;
}

const CURVE = { name: 'ECDH', namedCurve: 'P-256' } as const;
const HEADER_BYTES = 21;

export async function makeDeviceKeys(): Promise<DeviceKeys> {
  const pair = await crypto.subtle.generateKey(CURVE, false, ['deriveBits']);
  const publicKey = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey));
  const auth = crypto.getRandomValues(new Uint8Array(16));
  return { privateKey: pair.privateKey, publicKey, auth };
}

/**
 * Decrypts the body of a push message, which is one record of the content coding aes128gcm.
 *
 * @throws if the body is not valid, or is meant for another device
 */
export async function decryptPush(body: Uint8Array, keys: DeviceKeys): Promise<Uint8Array> {
  const bytes = new Uint8Array(body);
  const recordSize = new DataView(bytes.buffer).getUint32(16);
  const salt = bytes.slice(0, 16);
  const senderKey = bytes.slice(HEADER_BYTES, HEADER_BYTES + (bytes[20] ?? 0));
  const record = bytes.slice(HEADER_BYTES + senderKey.length);
  if (record.length > recordSize) throw new Error('The message has more than one record');

  const sender = await crypto.subtle.importKey('raw', senderKey, CURVE, false, []);
  const shared = await crypto.subtle.deriveBits(
    { name: 'ECDH', public: sender },
    keys.privateKey,
    256,
  );
  const info = [...text('WebPush: info\0'), ...keys.publicKey, ...senderKey];
  const input = await hkdf(shared, keys.auth, Uint8Array.from(info), 32);
  const key = await hkdf(input, salt, text('Content-Encoding: aes128gcm\0'), 16);
  const iv = await hkdf(input, salt, text('Content-Encoding: nonce\0'), 12);
  const aes = await crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['decrypt']);
  const padded = new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, aes, record));

  const end = padded.findLastIndex((byte) => byte !== 0);
  if (padded[end] !== 2) throw new Error('The last record does not end with 2');
  return padded.subarray(0, end);
}

async function hkdf(
  input: ArrayBuffer,
  salt: Uint8Array<ArrayBuffer>,
  info: Uint8Array<ArrayBuffer>,
  length: number,
): Promise<ArrayBuffer> {
  const key = await crypto.subtle.importKey('raw', input, 'HKDF', false, ['deriveBits']);
  return await crypto.subtle.deriveBits(
    { name: 'HKDF', hash: 'SHA-256', salt, info },
    key,
    8 * length,
  );
}

function text(characters: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(characters);
}
