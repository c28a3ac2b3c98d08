import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { PrioritySemaphore } from '../platform/db/priority-semaphore.ts';
import { fail } from '../platform/http/fail.ts';

const deriveNow = promisify(argon2);

/** Node does this in four threads, which read files and look up addresses, too: one is left for that. */
const semaphore = new PrioritySemaphore({ atOnce: 3, maxWaiting: 100 });

/** @throws unavailable at once where too many wait: they would wait for seconds */
async function derive(...hashing: Parameters<typeof deriveNow>): Promise<Buffer> {
  try {
    await semaphore.acquire(performance.now(), (turn) => turn);
  } catch {
    throw fail('unavailable');
  }
  try {
    return await deriveNow(...hashing);
  } finally {
    semaphore.release();
  }
}

/** OWASP's Password Storage Cheat Sheet, 2025: Argon2id with 19 MiB, 2 passes, 1 lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 };
const TAG_LENGTH = 32;
const SALT_LENGTH = 16;

let common: Promise<ReadonlySet<string>> | undefined;

/** What whoever guesses tries first of all here (`docs/security.md` names them). */
const CONTEXT_WORDS = ['symptom', 'symptoms', 'symptomtracker', 'parkinson', 'parkinsons'];

/**
 * True for a password among the most common ones, whatever its case, for a word of what the app is about
 * with digits and signs around it, and for the account's own address.
 */
export async function isCommonPassword(password: string, email: string): Promise<boolean> {
  // Loaded when someone first chooses a password: it takes 6 MB.
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  );
  const lower = password.toLowerCase();
  const letters = lower.replace(/[^\p{L}]/gu, '');
  return (await common).has(lower) || CONTEXT_WORDS.includes(letters) || lower === email;
}

/** An Argon2id hash in PHC form: the parameters and the salt are in it. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_LENGTH);
  const tag = await derive('argon2id', {
    message: password,
    nonce: salt,
    tagLength: TAG_LENGTH,
    ...COST,
  });
  const { memory, passes, parallelism } = COST;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`;
}

/**
 * Whether a password is the one that was hashed. Without a hash, because there is no such account or it
 * has no password, it does the same work and answers false, so that the time tells nothing.
 */
export async function verifyPassword(password: string, hash: string | undefined): Promise<boolean> {
  const { cost, salt, tag } = parse(hash || (await nobodysHash));
  const derived = await derive('argon2id', {
    message: password,
    nonce: salt,
    tagLength: tag.length,
    ...cost,
  });
  return timingSafeEqual(derived, tag) && Boolean(hash);
}

const nobodysHash = hashPassword(randomBytes(16).toString('hex'));

function parse(hash: string) {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(hash);
  if (!match) throw new Error('A stored password hash is not in PHC form');
  const [, memory, passes, parallelism, salt = '', tag = ''] = match;
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
