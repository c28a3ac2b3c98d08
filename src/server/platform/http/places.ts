import { fail } from './fail.ts';

interface Waiting {
  readonly key: string;
  readonly enter: () => void;
}

/** Semaphores by key: at most `most` holders of a key at once. Further ones wait in order. */
export interface Places {
  /**
   * Waits for a place.
   *
   * @param signal aborts when nobody needs the place any more
   * @returns whether there was a wait, and a function that gives the place back
   * @throws tooManyAttempts at once if too many wait for this key; unavailable after the wait; the signal's reason
   */
  readonly take: (
    key: string,
    signal: AbortSignal,
  ) => Promise<{ readonly hasWaited: boolean; readonly leave: () => void }>;
}

/** @param limits.waitMs how long one waits for a place (ms); @param limits.waiting how many may wait for a key */
export function makePlaces({
  most,
  waitMs,
  waiting: mostWaiting,
}: {
  readonly most: number;
  readonly waitMs: number;
  readonly waiting: number;
}): Places {
  const taken = new Map<string, number>();
  const waiting = new Set<Waiting>();

  function leave(key: string): void {
    const next = [...waiting].find((each) => each.key === key);
    if (next) {
      waiting.delete(next);
      next.enter();
      return;
    }
    const left = (taken.get(key) ?? 1) - 1;
    if (left > 0) taken.set(key, left);
    else taken.delete(key);
  }

  async function wait(key: string, signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const entry = { key, enter: resolve };
    const giveUp = (reason: unknown) => {
      if (waiting.delete(entry)) reject(reason);
    };
    const onAbort = () => giveUp(signal.reason);
    const timer = setTimeout(() => giveUp(fail('unavailable')), waitMs);
    signal.addEventListener('abort', onAbort);
    waiting.add(entry);
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    }
  }

  return {
    async take(key, signal) {
      signal.throwIfAborted();
      const holders = taken.get(key) ?? 0;
      const hasWaited = holders >= most;
      if (!hasWaited) {
        taken.set(key, holders + 1);
      } else {
        const others = [...waiting].filter((each) => each.key === key).length;
        if (others >= mostWaiting) throw fail('tooManyAttempts');
        await wait(key, signal);
      }
      let isHeld = true;
      return {
        hasWaited,
        leave() {
          if (isHeld) leave(key);
          isHeld = false;
        },
      };
    },
  };
}
