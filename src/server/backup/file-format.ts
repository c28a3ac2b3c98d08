import {
  createCipheriv,
  createDecipheriv,
  createHash,
  randomBytes,
  type ScryptOptions,
  scrypt,
} from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { Refusal } from '../platform/refusal.ts';

/**
 * A backup file: a line that says what it is, a body, and the SHA-256 of both. The body is gzip; where there
 * is a key it is cut into chunks, each sealed with AES-256-GCM. A chunk's nonce is its number and whether
 * it is the last, so that none can be left out, moved or cut off unnoticed.
 */

const MAGIC = 'Symptom Tracker backup 1';
const HEADER = /^Symptom Tracker backup 1 (?:plain|encrypted ([0-9a-f]{32}))\n/;
const CHUNK_BYTES = 65_536;
const TAG_BYTES = 16;
const KEY_BYTES = 32;
const SALT_BYTES = 16;
const CHECKSUM_BYTES = 32;
const LONGEST_HEADER_BYTES = 200;

/** OWASP's Password Storage Cheat Sheet, 2025, for scrypt with 32 MiB: each guess of a made-up key takes three turns. */
const KEY_COST: ScryptOptions = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 1024 * 1024 };
const deriveKey = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

export interface Header {
  readonly line: Buffer;
  /** What the key is derived with; undefined where the file is not encrypted. */
  readonly salt: Buffer | undefined;
}

export function newHeader(isEncrypted: boolean): Header {
  const salt = isEncrypted ? randomBytes(SALT_BYTES) : undefined;
  const kind = salt ? `encrypted ${salt.toString('hex')}` : 'plain';
  return { line: Buffer.from(`${MAGIC} ${kind}\n`), salt };
}

/**
 * Checks a backup file from its first byte to its last.
 *
 * @returns its header, and where its body ends
 * @throws Refusal where it is none, or not as it was written
 */
export async function checkFile(path: string): Promise<{ header: Header; bodyEnd: number }> {
  const file = await readable(open(path, 'r'));
  try {
    const info = await file.stat();
    if (!info.isFile()) throw new Refusal(`${path} is not a file.`);
    return await readable(checkOpen(path, file, info.size));
  } finally {
    await file.close();
  }
}

/** What the system says of a file that is not the app's own. */
async function readable<Value>(reading: Promise<Value>): Promise<Value> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof Refusal) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new Refusal(`The backup cannot be read: ${reason}`);
  }
}

async function checkOpen(path: string, file: FileHandle, size: number) {
  const header = parseHeader(await startOf(file));
  if (!header) throw new Refusal(`${path} is not a backup of Symptom Tracker.`);
  const bodyEnd = size - CHECKSUM_BYTES;
  const hash = createHash('sha256');
  if (bodyEnd > header.line.length) {
    for await (const chunk of createReadStream(path, { end: bodyEnd - 1 })) hash.update(chunk);
  }
  const { buffer: written } = await file.read({
    buffer: Buffer.alloc(CHECKSUM_BYTES),
    position: Math.max(bodyEnd, 0),
  });
  if (!hash.digest().equals(written)) {
    throw new Refusal(
      `${path} is damaged: its checksum is wrong. Nothing was changed. Please use another backup.`,
    );
  }
  return { header, bodyEnd };
}

async function startOf(file: FileHandle): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(LONGEST_HEADER_BYTES) });
  return buffer.subarray(0, bytesRead);
}

function parseHeader(start: Buffer): Header | undefined {
  const match = HEADER.exec(start.toString('latin1'));
  if (!match) return undefined;
  return {
    line: Buffer.from(match[0], 'latin1'),
    salt: match[1] ? Buffer.from(match[1], 'hex') : undefined,
  };
}

/** Adds the header before a body and the checksum after it. */
export async function* framed(header: Header, body: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  const hash = createHash('sha256').update(header.line);
  yield header.line;
  for await (const chunk of body) {
    hash.update(chunk);
    yield chunk;
  }
  yield hash.digest();
}

/** Seals a body with a key, or leaves it as it is where the file is not to be encrypted. */
export async function* sealed(
  { line, salt }: Header,
  key: string | undefined,
  body: AsyncIterable<Buffer>,
): AsyncIterable<Buffer> {
  if (!salt || !key) return yield* body;
  const derived = await deriveKey(key, salt, KEY_BYTES, KEY_COST);
  for await (const { bytes, nonce } of chunksOf(body, CHUNK_BYTES)) {
    const cipher = createCipheriv('aes-256-gcm', derived, nonce).setAAD(line);
    yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
  }
}

/** @throws Refusal where the key is missing or another one */
export async function* unsealed(
  { line, salt }: Header,
  key: string | undefined,
  body: AsyncIterable<Buffer>,
): AsyncIterable<Buffer> {
  if (!salt) return yield* body;
  if (!key) throw new Refusal('The backup is encrypted. Please set BACKUP_KEY to its key.');
  const derived = await deriveKey(key, salt, KEY_BYTES, KEY_COST);
  for await (const { bytes, nonce } of chunksOf(body, CHUNK_BYTES + TAG_BYTES)) {
    const decipher = createDecipheriv('aes-256-gcm', derived, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(line).setAuthTag(bytes.subarray(-TAG_BYTES));
    const text = decipher.update(bytes.subarray(0, -TAG_BYTES));
    try {
      decipher.final();
    } catch {
      throw new Refusal('BACKUP_KEY is not the key of this backup. Nothing was changed.');
    }
    yield text;
  }
}

/** Cuts what comes into chunks of one size, the last of which is shorter or as long, and numbers them. */
async function* chunksOf(body: AsyncIterable<Buffer>, size: number) {
  let held = Buffer.alloc(0);
  let number = 0;
  const next = (bytes: Buffer, isLast: boolean) => {
    const nonce = Buffer.alloc(12);
    nonce.writeUInt32BE(number, 7);
    nonce.writeUInt8(isLast ? 1 : 0, 11);
    number += 1;
    return { bytes, nonce };
  };
  for await (const part of body) {
    held = Buffer.concat([held, part]);
    while (held.length > size) {
      yield next(held.subarray(0, size), false);
      held = held.subarray(size);
    }
  }
  yield next(held, true);
}
