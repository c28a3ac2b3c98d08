import { Overloaded } from './time-limit.ts';

interface Waiting {
  readonly since: number;
  readonly come: () => void;
}

/**
 * Lets so many work at once. The others wait, and whose work began first comes first: under too much load some
 * get all that they need, and not everyone a part of it.
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
   * Waits for a turn, which is to be ended by `end`.
   *
   * @param since when the work that needs it began
   * @param wait waits for a promise as long as the work may
   * @throws Overloaded at once where as many wait as may, and whatever `wait` gives up with
   */
  async acquire(since: number, wait: (turn: Promise<void>) => Promise<void>): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    if (this.#waiting.length >= this.#maxWaiting) throw new Overloaded();
    const { promise, resolve } = Promise.withResolvers<void>();
    const waiting = { since, come: resolve };
    this.#waiting.splice(this.#waiting.findLastIndex((w) => w.since <= since) + 1, 0, waiting);
    try {
      await wait(promise);
    } catch (error) {
      const place = this.#waiting.indexOf(waiting);
      if (place >= 0) this.#waiting.splice(place, 1);
      else this.release();
      throw error;
    }
  }

  /** Hands the turn on. */
  release(): void {
    const next = this.#waiting.shift();
    if (next) next.come();
    else this.#free += 1;
  }
}
