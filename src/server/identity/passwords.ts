import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { HashQueue, type Lane } from './hash-queue.ts';

const derive = promisify(argon2);

/** The lane of hashes that no request asks for. */
const OWN: Lane = { key: '', isKnown: true };

/** What an Argon2id hash costs: KiB of memory, and how often they are filled. */
export interface HashCost {
  readonly memory: number;
  readonly passes: number;
}

/** OWASP's Password Storage Cheat Sheet, 2025: Argon2id with 19 MiB, 2 passes, 1 lane. */
const OWASP_COST: HashCost = { memory: 19_456, passes: 2 };
const TAG_LENGTH = 32;
const SALT_LENGTH = 16;

let common: Promise<ReadonlySet<string>> | undefined;

/** Words an attacker would try first for this app (`docs/security.md` lists them). */
const CONTEXT_WORDS = ['symptom', 'symptoms', 'symptomtracker', 'parkinson', 'parkinsons'];

/**
 * True for one of the most common passwords in any case, for a word about the app with digits or punctuation
 * around it, and for the account's own address.
 */
export async function isCommonPassword(password: string, email: string): Promise<boolean> {
  // The list takes 6 MB of memory, so it is loaded only when the first password is chosen.
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  );
  const lower = password.toLowerCase();
  const letters = lower.replace(/[^\p{L}]/gu, '');
  return (await common).has(lower) || CONTEXT_WORDS.includes(letters) || lower === email;
}

/** Hashes the passwords of a server. */
export class Passwords {
  readonly #cost: HashCost;
  readonly #nobodysHash: Promise<string>;
  /**
   * Node hashes in a pool of four threads, which also reads files and resolves host names. At most three hashes run at
   * once, so that one thread stays free.
   */
  readonly #queue = new HashQueue({ places: 3, reserved: 1, waiting: 150, waitingOfKey: 20 });

  /** @param cost of new hashes; tests set a lower one */
  constructor(cost = OWASP_COST) {
    this.#cost = cost;
    this.#nobodysHash = this.hash(randomBytes(16).toString('hex'));
  }

  /**
   * Returns an Argon2id hash in PHC format, which includes the parameters and the salt.
   *
   * @throws unavailable if too many hashes wait
   */
  async hash(password: string, lane = OWN): Promise<string> {
    const salt = randomBytes(SALT_LENGTH);
    const cost = { ...this.#cost, parallelism: 1 };
    const tag = await this.#queue.run(lane, () =>
      derive('argon2id', { message: password, nonce: salt, tagLength: TAG_LENGTH, ...cost }),
    );
    const { memory, passes, parallelism } = cost;
    return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`;
  }

  /**
   * True if a password matches its hash. Without a hash (no such account, or no password) it does the same work
   * and returns false, so that the response time reveals nothing.
   *
   * @throws unavailable if too many hashes wait
   */
  async verify(password: string, hash: string | undefined, lane = OWN): Promise<boolean> {
    const { cost, salt, tag } = parse(hash || (await this.#nobodysHash));
    const derived = await this.#queue.run(lane, () =>
      derive('argon2id', { message: password, nonce: salt, tagLength: tag.length, ...cost }),
    );
    return timingSafeEqual(derived, tag) && Boolean(hash);
  }
}

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
