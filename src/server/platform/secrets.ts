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

/** What only this installation can read or make, by the key in its data folder. */
export interface Secrets {
  /** Encrypts a text, and protects it from being changed. */
  readonly seal: (text: string) => string;
  /** @throws where it was sealed with another key, or changed since */
  readonly open: (sealed: string) => string;
  /** A hash that cannot be tried out without the key: for what is short or can be guessed. */
  readonly keyedHash: (text: string) => string;
}

/** The key's file in DATA_DIR, and in a backup. */
export const KEY_FILE = 'secret.key';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * The secrets of the key in `dataDir`. Servers that share a database need the same key file.
 *
 * @param mayMake whether a key is made where there is none
 * @throws ConfigError where there is none, or what is there is not one
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
  };
}

/** A token nobody can guess: 256 bits, in characters that are safe in addresses and cookies. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Such a token is random and long, so a plain hash keeps it safe at rest. */
export function hashOfToken(token: string): string {
  return hash('sha256', token);
}

function derive(key: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', `symptom-tracker ${purpose}`, KEY_BYTES));
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
      `${path} is missing: the key of what is sealed in the database. Please put it back, or set DATA_DIR to the folder that holds it.`,
    );
  }
  if (key.length !== KEY_BYTES) {
    throw new ConfigError(`${path} does not hold a key. Please put back the file that was there.`);
  }
  return key;
}

function readKey(path: string): Buffer | undefined {
  try {
    return Buffer.from(readFileSync(path, 'utf8').trim(), 'base64url');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    const reason = error instanceof Error ? error.message : error;
    throw new ConfigError(`${path} holds the key, and cannot be read: ${reason}`);
  }
}

/** Written whole under another name first: of two servers that start at once, both use the same key. */
function makeKey(path: string): Buffer {
  writeKey(path, randomToken());
  return Buffer.from(readFileSync(path, 'utf8').trim(), 'base64url');
}

/** Leaves one that is there as it is. */
function writeKey(path: string, key: string): void {
  const draft = `${path}.${randomUUID()}`;
  writeFileSync(draft, `${key}\n`, { flag: 'wx', mode: 0o600, flush: true });
  giveName(draft, path);
}

/**
 * The key as its file holds it, for a backup.
 *
 * @throws ConfigError where there is none
 */
export function copyOfKey(dataDir: string): string {
  return usableKey(dataDir, { mayMake: false }).toString('base64url');
}

/** Whether a text is a key as its file holds it. */
export function isKey(text: string): boolean {
  return /^[\w-]+$/.test(text) && Buffer.from(text, 'base64url').length === KEY_BYTES;
}

/**
 * Nobody could open what another key has sealed once it was written over.
 *
 * @throws Refusal where a folder holds another key than this one
 */
function refuseOtherKey(dataDir: string, key: string): void {
  const path = join(dataDir, KEY_FILE);
  const there = readKey(path);
  if (!there || there.equals(Buffer.from(key, 'base64url'))) return;
  throw new Refusal(
    `${path} is another key than the backup’s, and was left as it is. Please use a new DATA_DIR, or move the key away if no database uses it.`,
  );
}

/**
 * Puts a backup's key into a folder, on disk when this returns.
 *
 * @throws Refusal where another is there
 */
export function putKey(dataDir: string, key: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeKey(join(dataDir, KEY_FILE), key);
  refuseOtherKey(dataDir, key);
}
