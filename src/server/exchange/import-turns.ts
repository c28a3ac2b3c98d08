/** So that many files at once don't take all memory and cores: one after the other. */
export class ImportTurns {
  readonly #waiting: (() => void)[] = [];
  #isTaken = false;

  /**
   * Does the work when its turn has come.
   *
   * @throws the signal's reason, at once
   */
  async take<Done>(signal: AbortSignal, work: () => Promise<Done>): Promise<Done> {
    signal.throwIfAborted();
    if (this.#isTaken) await this.#wait(signal);
    this.#isTaken = true;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      // Handed on it stays taken.
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
