import { fail } from '../platform/http/fail.ts';

/** For whom a password is hashed. Hashes of one key run one after the other, and keys take turns. */
export interface Lane {
  /** An account for a known browser; otherwise the widest network of the request. */
  readonly key: string;
  /** True for sessions and known browsers, which have a reserved place. */
  readonly isKnown: boolean;
}

export interface QueueSize {
  /** How many hashes run at once. */
  readonly places: number;
  /** How many of these places only known browsers may use. */
  readonly reserved: number;
  /** How many hashes may wait, of known browsers and of others each. */
  readonly waiting: number;
  /** How many hashes of one key may wait. */
  readonly waitingOfKey: number;
}

type Start = () => void;

/**
 * Runs password hashes. A hash takes much memory and processor time, so few run at once. One key, such as the network of
 * a flood, has at most one of the places, and a known browser never waits for strangers.
 */
export class HashQueue {
  readonly #size: QueueSize;
  readonly #known = new Waiting();
  readonly #others = new Waiting();
  readonly #running = new Map<string, Lane>();

  constructor(size: QueueSize) {
    this.#size = size;
  }

  /** @throws unavailable at once if too many hashes wait, because a further one would wait for seconds */
  async run<Result>(lane: Lane, hash: () => Promise<Result>): Promise<Result> {
    const waiting = lane.isKnown ? this.#known : this.#others;
    const isFull = waiting.size >= this.#size.waiting;
    if (isFull || waiting.of(lane.key) >= this.#size.waitingOfKey) throw fail('unavailable');
    await new Promise<void>((start) => {
      waiting.add(lane.key, start);
      this.#startNext();
    });
    try {
      return await hash();
    } finally {
      this.#running.delete(idOf(lane));
      this.#startNext();
    }
  }

  #startNext(): void {
    const { places, reserved } = this.#size;
    while (this.#running.size < places) {
      const others = [...this.#running.values()].filter(({ isKnown }) => !isKnown);
      const isFree = others.length < places - reserved;
      const next = this.#take(this.#known, true) ?? (isFree && this.#take(this.#others, false));
      if (!next) return;
      this.#running.set(idOf(next.lane), next.lane);
      next.start();
    }
  }

  /** Takes the next hash that may run besides the running ones. */
  #take(waiting: Waiting, isKnown: boolean) {
    const next = waiting.take((key) => this.#running.has(idOf({ key, isKnown })));
    return next && { lane: { key: next.key, isKnown }, start: next.start };
  }
}

function idOf({ key, isKnown }: Lane): string {
  return `${isKnown} ${key}`;
}

/** The hashes that wait, by key. The first key is the next. */
class Waiting {
  readonly #byKey = new Map<string, Start[]>();
  size = 0;

  of(key: string): number {
    return this.#byKey.get(key)?.length ?? 0;
  }

  add(key: string, start: Start): void {
    const starts = this.#byKey.get(key);
    if (starts) starts.push(start);
    else this.#byKey.set(key, [start]);
    this.size += 1;
  }

  /** Takes a hash of the next key of which none runs. If more of that key wait, the key goes to the end. */
  take(isRunning: (key: string) => boolean): { key: string; start: Start } | undefined {
    for (const [key, [start, ...more]] of this.#byKey) {
      if (!start || isRunning(key)) continue;
      this.#byKey.delete(key);
      if (more.length > 0) this.#byKey.set(key, more);
      this.size -= 1;
      return { key, start };
    }
    return undefined;
  }
}
