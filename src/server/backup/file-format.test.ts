import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { newHeader, sealed, unsealed } from './file-format.ts';

const KEY = 'a key of some length';
const SEALED_CHUNK_BYTES = 65_536 + 16;

const header = newHeader(true);
const body = randomBytes(3.5 * 65_536);

/** Sealed once: deriving the key is slow on purpose. */
const sealing = buffer(
  sealed(header, KEY, Readable.from([body.subarray(0, 99), body.subarray(99)])),
);
const seal = async () => Buffer.from(await sealing);
const open = (bytes: Buffer, by = header) => buffer(unsealed(by, KEY, Readable.from([bytes])));

it('a sealed body of several chunks is opened as it was', async () => {
  expect((await open(await seal())).equals(body)).toBe(true);
});

it('two files with one key have nothing in common', async () => {
  const [one, other] = [
    await seal(),
    await buffer(sealed(newHeader(true), KEY, Readable.from([body]))),
  ];
  expect(one.subarray(0, 64).equals(other.subarray(0, 64))).toBe(false);
});

it.each<[string, (chunks: Buffer[]) => (Buffer | undefined)[]]>([
  ['the last chunk', (chunks) => chunks.slice(0, -1)],
  ['a chunk in the middle', ([first, , ...others]) => [first, ...others]],
  ['the order of two chunks', ([first, second, ...others]) => [second, first, ...others]],
  ['a chunk twice', (chunks) => [chunks[0], ...chunks]],
])('notices a change of %s', async (_what, change) => {
  const bytes = await seal();
  const starts = Array.from({ length: 4 }, (_, number) => number * SEALED_CHUNK_BYTES);
  const chunks = starts.map((start) => bytes.subarray(start, start + SEALED_CHUNK_BYTES));
  const changed = Buffer.concat(change(chunks).filter((chunk) => chunk !== undefined));
  await expect(open(changed)).rejects.toThrow('BACKUP_KEY is not the key');
});

it('is bound to its first line', async () => {
  const other = { ...header, line: Buffer.from('Symptom Tracker backup 2\n') };
  await expect(open(await seal(), other)).rejects.toThrow('BACKUP_KEY is not the key');
});
