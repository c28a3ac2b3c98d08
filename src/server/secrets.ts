import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hash,
  hkdfSync,
  randomBytes,
  randomUUID,
} from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from './config.ts';
import { giveName } from './new-file.ts';

/** What only this installation can read or make, by the key in its data folder. */
export interface Secrets {
  /** Encrypts a text, and protects it from being changed. */
  readonly seal: (text: string) => string;
  /** @throws where it was sealed with another key, or changed since */
  readonly open: (sealed: string) => string;
  /** A hash that cannot be tried out without the key: for what is short or can be guessed. */
  readonly keyedHash: (text: string) => string;
}

const KEY_FILE = 'secret.key';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * The secrets of the key in `dataDir`, which is made where there is none. Servers that share a database
 * need the same key file.
 */
export function loadSecrets(dataDir: string): Secrets {
  const key = readOrMakeKey(dataDir);
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

function readOrMakeKey(dataDir: string): Buffer {
  const path = join(dataDir, KEY_FILE);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const key = readKey(path) ?? makeKey(path);
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
  const draft = `${path}.${randomUUID()}`;
  writeFileSync(draft, `${randomToken()}\n`, { mode: 0o600, flush: true });
  giveName(draft, path);
  return Buffer.from(readFileSync(path, 'utf8').trim(), 'base64url');
}

/** The key as its file holds it, for a backup. It is made where there is none. */
export function copyOfKey(dataDir: string): string {
  return readOrMakeKey(dataDir).toString('base64url');
}

/** Puts a backup's key into a folder, in the place of any other that is there. */
export function putKey(dataDir: string, key: string): void {
  const path = join(dataDir, KEY_FILE);
  const draft = `${path}.${randomUUID()}`;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeFileSync(draft, `${key}\n`, { mode: 0o600, flush: true });
  renameSync(draft, path);
}
