import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hash,
  hkdfSync,
  randomBytes,
  randomUUID,
} from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '../config.ts';
import { giveName } from './new-file.ts';
import { Refusal } from './refusal.ts';

/** Encryption and hashing with the key in the installation's data folder. */
export interface Secrets {
  /** Encrypts and authenticates a text. */
  readonly seal: (text: string) => string;
  /** @throws if the text was sealed with another key, or was modified */
  readonly open: (sealed: string) => string;
  /** A keyed hash, for short or guessable texts: nobody can test guesses without the key. */
  readonly keyedHash: (text: string) => string;
  /**
   * Derives the bytes of another key from the installation's key. They are the same in every process and after each
   * restart.
   */
  readonly derive: (purpose: 'push', length: number) => Buffer;
}

/** The name of the key's file in DATA_DIR and in a backup. */
export const KEY_FILE = 'secret.key';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Loads the key in `dataDir`. Servers that share a database need the same key file.
 *
 * @param options.mayMake whether to create a key if there is none
 * @throws ConfigError if the key file cannot be read or does not contain a valid key, or if it is missing and `mayMake`
 * is false
 */
export function loadSecrets(dataDir: string, { mayMake = true } = {}): Secrets {
  const key = usableKey(dataDir, { mayMake });
  const sealing = derive(key, 'seal');
  const hashing = derive(key, 'hash');
  return {
    seal(text) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', sealing, nonce);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64url');
      const nonce = bytes.subarray(0, NONCE_BYTES);
      const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', sealing, nonce, {
        authTagLength: TAG_BYTES,
      });
      decipher.setAuthTag(tag);
      const body = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
      return Buffer.concat([body, decipher.final()]).toString('utf8');
    },
    keyedHash: (text) => createHmac('sha256', hashing).update(text).digest('hex'),
    derive: (purpose, length) => derive(key, purpose, length),
  };
}

/** A random token of 256 bits, in characters that are safe in URLs and cookies. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Tokens are long and random, so an unkeyed hash protects them at rest. */
export function hashOfToken(token: string): string {
  return hash('sha256', token);
}

function derive(key: Buffer, purpose: string, length = KEY_BYTES): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', `symptom-tracker ${purpose}`, length));
}

function usableKey(dataDir: string, { mayMake }: { mayMake: boolean }): Buffer {
  const path = join(dataDir, KEY_FILE);
  let key = readKey(path);
  if (!key && mayMake) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    key = makeKey(path);
  }
  if (!key) {
    throw new ConfigError(
      `${path} is missing. It is the key to the encrypted data in the database. Please put it back, or set DATA_DIR to the folder that contains it.`,
    );
  }
  if (key.length !== KEY_BYTES) {
    throw new ConfigError(
      `${path} does not contain a valid key. Please put the original file back.`,
    );
  }
  return key;
}

function readKey(path: string): Buffer | undefined {
  try {
    return Buffer.from(readFileSync(path, 'utf8').trim(), 'base64url');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    const reason = error instanceof Error ? error.message : error;
    throw new ConfigError(`The key file ${path} cannot be read: ${reason}`);
  }
}

/**
 * Creates the key file. Two servers that start at once get the same key: each writes a complete temporary file, only
 * the first may take the name, and both read that file.
 */
function makeKey(path: string): Buffer {
  writeKey(path, randomToken());
  return Buffer.from(readFileSync(path, 'utf8').trim(), 'base64url');
}

/** Writes the key, unless the file exists. */
function writeKey(path: string, key: string): void {
  const draft = `${path}.${randomUUID()}`;
  writeFileSync(draft, `${key}\n`, { flag: 'wx', mode: 0o600, flush: true });
  giveName(draft, path);
}

/**
 * The content of the key file, for a backup.
 *
 * @throws ConfigError if the file is missing or does not contain a valid key
 */
export function copyOfKey(dataDir: string): string {
  return usableKey(dataDir, { mayMake: false }).toString('base64url');
}

/**
 * Rejects a folder that contains a different key. That key must not be overwritten, because everything sealed with it
 * would be lost.
 *
 * @throws Refusal if the folder contains a different key
 */
function refuseOtherKey(dataDir: string, key: string): void {
  const path = join(dataDir, KEY_FILE);
  const there = readKey(path);
  if (!there || there.equals(Buffer.from(key, 'base64url'))) return;
  throw new Refusal(
    `${path} differs from the backup’s key and was not changed. Please use a new DATA_DIR, or move the key away if no database uses it.`,
  );
}

/**
 * Writes a backup's key to a folder. When this returns, the key is on disk.
 *
 * @throws Refusal if the folder contains a different key
 */
export function putKey(dataDir: string, key: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeKey(join(dataDir, KEY_FILE), key);
  refuseOtherKey(dataDir, key);
}
