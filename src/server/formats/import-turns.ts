import { fail } from '../fail.ts';

/** One import under way, and one that waits, such as the adding of a file that is still being looked at. */
const MOST_OF_ACCOUNT = 2;

interface Waiting {
  readonly begin: () => void;
  readonly userId: string;
}

/** So that many files at once don't take all memory and cores: one after the other. */
export class ImportTurns {
  readonly #waiting: Waiting[] = [];
  #underWay: string | undefined;

  /**
   * Does the work when its turn has come.
   *
   * @throws tooManyAttempts where the account has one under way and one waiting; the signal's reason, at once
   */
  async take<Done>(userId: string, signal: AbortSignal, work: () => Promise<Done>): Promise<Done> {
    signal.throwIfAborted();
    const ofAccount = [this.#underWay, ...this.#waiting.map((each) => each.userId)];
    if (ofAccount.filter((each) => each === userId).length >= MOST_OF_ACCOUNT) {
      throw fail('tooManyAttempts');
    }
    if (this.#underWay === undefined) this.#underWay = userId;
    else await this.#wait(userId, signal);
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      this.#underWay = next?.userId;
      next?.begin();
    }
  }

  async #wait(userId: string, signal: AbortSignal): Promise<void> {
    const turn = Promise.withResolvers<void>();
    const waiting = { begin: turn.resolve, userId };
    this.#waiting.push(waiting);
    const leave = () => {
      const place = this.#waiting.indexOf(waiting);
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
