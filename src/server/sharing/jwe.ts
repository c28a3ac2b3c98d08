import { createCipheriv, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { deflateRaw } from 'node:zlib';

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
/**
 * The largest text that is compressed (bytes). Libraries reject a compressed text that is larger than a limit after
 * decompression: 250,000 bytes in jose, 256 KiB in others. A larger text therefore stays uncompressed, and the file
 * becomes about a third larger, because the text contains a PDF in base64.
 */
const MOST_ZIPPED_BYTES = 250_000;

const zipped = promisify(deflateRaw);

/**
 * Encrypts a FHIR resource with a new key, as SMART Health Links demand: a JWE (RFC 7516) in its compact form.
 *
 * @returns the JWE, and the key in base64url
 */
export async function encryptFhir(text: string): Promise<{ file: string; key: string }> {
  const plain = Buffer.from(text);
  const isZipped = plain.length <= MOST_ZIPPED_BYTES;
  const header = encoded({
    ...{ alg: 'dir', enc: 'A256GCM', cty: 'application/fhir+json' },
    ...(isZipped && { zip: 'DEF' }),
  });
  const [key, nonce] = [randomBytes(KEY_BYTES), randomBytes(NONCE_BYTES)];
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(header));
  const body = Buffer.concat([
    cipher.update(isZipped ? await zipped(plain) : plain),
    cipher.final(),
  ]);
  const parts = [nonce, body, cipher.getAuthTag()].map((part) => part.toString('base64url'));
  // The second part of the JWE, the encrypted key, is empty, because the recipient has the key already.
  return { file: [header, '', ...parts].join('.'), key: key.toString('base64url') };
}

/** The text of a `shlink:` with this payload. */
export function linkOf(payload: object): string {
  return `shlink:/${encoded(payload)}`;
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
