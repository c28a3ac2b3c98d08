/** A FIFO mutex for imports, so that several large files do not take all memory and CPU cores at once. */
export class ImportTurns {
  readonly #waiting: (() => void)[] = [];
  #isTaken = false;

  /**
   * Waits for the mutex and does the work.
   *
   * @throws the signal's reason, without further waiting, if the signal aborts before the work starts
   */
  async take<Done>(signal: AbortSignal, work: () => Promise<Done>): Promise<Done> {
    signal.throwIfAborted();
    if (this.#isTaken) await this.#wait(signal);
    this.#isTaken = true;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      // The mutex passes to the next waiter, so it stays taken.
      if (next) next();
      else this.#isTaken = false;
    }
  }

  async #wait(signal: AbortSignal): Promise<void> {
    const turn = Promise.withResolvers<void>();
    this.#waiting.push(turn.resolve);
    const leave = () => {
      const place = this.#waiting.indexOf(turn.resolve);
      if (place < 0) return;
      this.#waiting.splice(place, 1);
      turn.reject(signal.reason);
    };
    signal.addEventListener('abort', leave);
    try {
      await turn.promise;
    } finally {
      signal.removeEventListener('abort', leave);
    }
  }
}
