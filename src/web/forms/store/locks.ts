/** How long a window that was just closed may need to release its lock (ms). */
const HANDOVER_MS = 500;

interface Lock {
  readonly isGranted: Promise<boolean>;
  /** Releases the lock, or stops waiting for it. */
  readonly release: () => void;
}

/**
 * Locks on the drafts that are open in this window, so that two windows do not overwrite each other's input.
 * The browser releases them when the window is closed or crashes. Every lock is granted where
 * `navigator.locks` does not exist, for example over plain http from another machine.
 */
export class Locks {
  readonly #locks = new Map<string, Lock>();

  /** @returns false if another window holds the lock */
  async hold(submissionId: string): Promise<boolean> {
    if (!navigator.locks) return true;
    const lock = this.#locks.get(submissionId) ?? request(submissionId);
    this.#locks.set(submissionId, lock);
    const isGranted = await lock.isGranted;
    if (!isGranted && this.#locks.get(submissionId) === lock) this.#locks.delete(submissionId);
    return isGranted;
  }

  release(submissionId: string): void {
    this.#locks.get(submissionId)?.release();
    this.#locks.delete(submissionId);
  }

  releaseAll(): void {
    for (const submissionId of [...this.#locks.keys()]) this.release(submissionId);
  }
}

function request(submissionId: string): Lock {
  const name = `form ${submissionId}`;
  const giveUp = new AbortController();
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const isGranted = new Promise<boolean>((resolve) => {
    const timer = setTimeout(async () => {
      // On a busy device even a free lock may be granted late. The request is given up only if the browser lists it as
      // pending, which means that another window holds the lock, or if the browser cannot list the requests.
      const { pending } = await navigator.locks.query().catch(() => ({ pending: undefined }));
      if (!pending || pending.some((each) => each.name === name)) giveUp.abort();
    }, HANDOVER_MS);
    const granted = async () => {
      clearTimeout(timer);
      resolve(true);
      await ended;
    };
    navigator.locks
      .request(name, { signal: giveUp.signal }, granted)
      .catch(() => resolve(false))
      .finally(() => clearTimeout(timer));
  });
  return {
    isGranted,
    release() {
      giveUp.abort();
      end();
    },
  };
}
