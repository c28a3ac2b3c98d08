import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * How long a call may wait for its database in total, in milliseconds. With the rest of its work, a call then
 * responds within five seconds.
 */
export const CALL_LIMIT_MS = 4000;

/** The database is too busy, so the call has stopped waiting for it. */
export class Overloaded extends Error {
  constructor() {
    super('The database took too long');
  }
}

/** A time budget for waiting for connections, locks and statements together. */
export class TimeLimit {
  /** When the work began, by `performance.now()`. */
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
   * Waits for the database within the budget; parallel waits count once.
   *
   * @throws Overloaded when the budget is used up; the work that has begun goes on
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

/** Runs work under a time limit. Work that is still pending when it returns has no limit. */
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

/** The limit of the current work; undefined if it may take any time. */
export function currentTimeLimit(): TimeLimit | undefined {
  const part = current.getStore();
  return part?.isDone ? undefined : part?.limit;
}
