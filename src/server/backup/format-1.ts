import { createDecipheriv, createHash, type ScryptOptions, scrypt } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { pipeline } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';
import { openBulk } from '../platform/db/bulk.ts';
import { openDatabase } from '../platform/db/database.ts';
import { isKey, putKey } from '../platform/secrets.ts';
import { refuseNewer, wrongKey } from './refusals.ts';

/**
 * Reads backups of format 1, which versions before decision 24 wrote. Such a file has a header line that names the
 * format, a body, and a SHA-256 of both. The body is JSON lines, compressed with gzip. An encrypted body is split into
 * chunks, each sealed with AES-256-GCM. The nonce of a chunk consists of its number and a flag for the last
 * chunk.
 */

const HEADER = /^Symptom Tracker backup 1 (?:plain|encrypted ([0-9a-f]{32}))\n/;
const CHUNK_BYTES = 65_536;
const TAG_BYTES = 16;
const KEY_BYTES = 32;
const CHECKSUM_BYTES = 32;
const KEY_COST: ScryptOptions = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 1024 * 1024 };
const deriveKey = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

export interface Header {
  readonly line: Buffer;
  /** The salt from which the key is derived; undefined if the file is not encrypted. */
  readonly salt: Buffer | undefined;
}

/** The header of a file of format 1; undefined for any other file. */
export function parseHeader(start: Buffer): Header | undefined {
  const match = HEADER.exec(start.toString('latin1'));
  if (!match) return undefined;
  const [line, salt] = match;
  return { line: Buffer.from(line, 'latin1'), salt: salt ? Buffer.from(salt, 'hex') : undefined };
}

const firstLine = z.object({
  migrations: z.array(z.string()).min(1),
  secretKey: z.string().refine(isKey),
});
const laterLine = z.union([
  z.object({
    table: z.string(),
    rows: z.array(z.record(z.string(), z.union([z.string(), z.number(), z.null()]))).readonly(),
  }),
  z.object({ sums: z.unknown() }),
]);

/** Migrations need a zone for existing rows. The tables are still empty here, so any zone will do. */
const UNUSED_ZONE = 'UTC';

/**
 * Unpacks the database and the key of a backup into a new folder.
 *
 * @throws Refusal if BACKUP_KEY is wrong or a newer version made the backup; another error if the file is
 *   damaged
 */
export async function unpackFormat1(
  path: string,
  header: Header,
  key: string | undefined,
  folder: string,
): Promise<void> {
  const lines = linesOf(path, header, key);
  const { migrations, secretKey } = firstLine.parse((await lines.next()).value);
  refuseNewer(migrations);
  const draft = { dataDir: folder, databaseUrl: undefined, onError: () => {} };
  await (await openDatabase({ ...draft, timeZone: UNUSED_ZONE }, migrations.at(-1))).destroy();
  const target = await openBulk(draft);
  try {
    await target.begin('writing');
    for await (const each of lines) {
      const line = laterLine.parse(each);
      if ('table' in line) await target.insert(line.table, line.rows);
    }
    await target.commit();
  } finally {
    await target.close();
  }
  putKey(folder, secretKey);
}

/** @throws if the checksum does not match the file's content */
async function checkSum(path: string, bodyEnd: number): Promise<void> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { end: bodyEnd - 1 })) hash.update(chunk);
  const written = await buffer(createReadStream(path, { start: bodyEnd }));
  if (!hash.digest().equals(written)) throw new Error('The checksum is wrong');
}

async function* linesOf(path: string, header: Header, key: string | undefined) {
  const bodyEnd = statSync(path).size - CHECKSUM_BYTES;
  await checkSum(path, bodyEnd);
  const text = pipeline(
    createReadStream(path, { start: header.line.length, end: bodyEnd - 1 }),
    (body: AsyncIterable<Buffer>) => unsealed(header, key, body),
    createGunzip(),
    // Errors are ignored here, because the loop below throws them too.
    () => {},
  );
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let held = '';
  for await (const bytes of text) {
    const [first = '', ...more] = decoder.decode(bytes, { stream: true }).split('\n');
    held += first;
    for (const start of more) {
      yield JSON.parse(held) as unknown;
      held = start;
    }
  }
  if (held !== '') throw new Error('The last line is incomplete');
}

async function* unsealed(
  { line, salt }: Header,
  key: string | undefined,
  body: AsyncIterable<Buffer>,
): AsyncIterable<Buffer> {
  if (!salt || !key) return yield* body;
  const derived = await deriveKey(key, salt, KEY_BYTES, KEY_COST);
  for await (const { bytes, nonce } of chunksOf(body)) {
    const decipher = createDecipheriv('aes-256-gcm', derived, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(line).setAuthTag(bytes.subarray(-TAG_BYTES));
    const text = decipher.update(bytes.subarray(0, -TAG_BYTES));
    try {
      decipher.final();
    } catch {
      throw wrongKey();
    }
    yield text;
  }
}

/** Splits a body into numbered chunks of the same size; the last may be shorter. */
async function* chunksOf(body: AsyncIterable<Buffer>) {
  const size = CHUNK_BYTES + TAG_BYTES;
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
