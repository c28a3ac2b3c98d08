import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * How long a call may wait for its database, all in all, in milliseconds. With what else a call does it is
 * then answered within five seconds.
 */
export const CALL_LIMIT_MS = 4000;

/** The database has so much to do that a call is not waited for any longer. */
export class Overloaded extends Error {
  constructor() {
    super('The database took too long');
  }
}

/** What is left of the time that waiting for connections, locks and statements may take together. */
export class TimeLimit {
  /** By `performance.now()`. */
  readonly begunAt = performance.now();
  #leftMs: number;
  #waiting = 0;
  #since = 0;

  constructor(limitMs: number) {
    this.#leftMs = limitMs;
  }

  get leftMs(): number {
    return this.#leftMs - (this.#waiting > 0 ? performance.now() - this.#since : 0);
  }

  /**
   * Waits for something of the database; waits at the same time count once.
   *
   * @throws Overloaded as soon as the time is over, whatever becomes of what was begun
   */
  async spend<Result>(begin: () => Promise<Result>): Promise<Result> {
    const { leftMs } = this;
    if (leftMs <= 0) throw new Overloaded();
    if (this.#waiting === 0) this.#since = performance.now();
    this.#waiting += 1;
    const over = Promise.withResolvers<never>();
    const timer = setTimeout(() => over.reject(new Overloaded()), leftMs);
    try {
      return await Promise.race([begin(), over.promise]);
    } finally {
      clearTimeout(timer);
      this.#waiting -= 1;
      if (this.#waiting === 0) this.#leftMs -= performance.now() - this.#since;
    }
  }
}

const current = new AsyncLocalStorage<{ readonly limit: TimeLimit; isDone: boolean }>();

/** Does work that waits for the database no longer than the limit. What it leaves behind, still to be done, has none. */
export async function withTimeLimit<Result>(
  limit: TimeLimit,
  work: () => Promise<Result>,
): Promise<Result> {
  const part = { limit, isDone: false };
  try {
    return await current.run(part, work);
  } finally {
    part.isDone = true;
  }
}

/** The limit of the work that this is part of; undefined where it may take as long as it takes. */
export function currentTimeLimit(): TimeLimit | undefined {
  const part = current.getStore();
  return part?.isDone ? undefined : part?.limit;
}
