import { Overloaded } from './time-limit.ts';

interface Waiting {
  readonly since: number;
  readonly resolve: () => void;
}

/**
 * A semaphore with a priority queue: work that began earliest is served first. Under overload some work gets
 * all the permits it needs, instead of all work getting a part of them.
 */
export class PrioritySemaphore {
  #free: number;
  readonly #maxWaiting: number;
  readonly #waiting: Waiting[] = [];

  constructor({ atOnce, maxWaiting }: { readonly atOnce: number; readonly maxWaiting: number }) {
    this.#free = atOnce;
    this.#maxWaiting = maxWaiting;
  }

  /**
   * Waits for a permit, which `release` returns.
   *
   * @param since when the work that needs it began
   * @param wait waits for a promise for as long as the work may
   * @throws Overloaded at once if the queue is full, or the error with which `wait` gives up
   */
  async acquire(since: number, wait: (permit: Promise<void>) => Promise<void>): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    if (this.#waiting.length >= this.#maxWaiting) throw new Overloaded();
    const { promise, resolve } = Promise.withResolvers<void>();
    const waiting = { since, resolve };
    this.#waiting.splice(this.#waiting.findLastIndex((w) => w.since <= since) + 1, 0, waiting);
    try {
      await wait(promise);
    } catch (error) {
      const index = this.#waiting.indexOf(waiting);
      if (index >= 0) this.#waiting.splice(index, 1);
      else this.release();
      throw error;
    }
  }

  /** Passes the permit to the next in the queue, or frees it. */
  release(): void {
    const next = this.#waiting.shift();
    if (next) next.resolve();
    else this.#free += 1;
  }
}
