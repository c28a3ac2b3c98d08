import { patiently, type SqliteFile } from './sqlite-file.ts';

/** Transactions that share a commit. */
interface Group {
  /** Transactions that have ended and wait for the commit. */
  readonly ended: PromiseWithResolvers<void>[];
}

/**
 * Runs transactions on one connection, one at a time. Transactions that arrive together share one commit, and
 * so one disk sync: each is a savepoint, and none resolves before the sync. A rollback undoes only its own
 * savepoint.
 */
export class GroupCommit {
  readonly #file: SqliteFile;
  readonly #pauseMs: number | undefined;
  #group: Group | undefined;
  #isTaken = false;
  readonly #waiting: (() => void)[] = [];

  /** @param pauseMs the pause between two tries to get the write lock (ms) */
  constructor(file: SqliteFile, pauseMs?: number) {
    this.#file = file;
    this.#pauseMs = pauseMs;
  }

  /**
   * Begins a transaction when its predecessors have ended.
   *
   * @throws SQLite's busy error if another process holds the write lock for too long, counted from the call
   */
  async begin(): Promise<void> {
    const since = performance.now();
    await this.#turn();
    try {
      this.#group ??= await this.#open(since);
      this.#file.command('savepoint member');
    } catch (error) {
      this.#next();
      throw error;
    }
  }

  /** Commits. Resolves when the transaction is on disk; rejects if it was rolled back. */
  async commit(): Promise<void> {
    await this.#leave(() => this.#file.command('release member'));
  }

  /**
   * Rolls back. Resolves when the group commits. Rejects if the group is rolled back, because what this
   * transaction read may be gone too.
   */
  async rollback(): Promise<void> {
    await this.#leave(() => {
      this.#file.command('rollback to member');
      this.#file.command('release member');
    });
  }

  async #leave(end: () => void): Promise<void> {
    const onDisk = Promise.withResolvers<void>();
    this.#group?.ended.push(onDisk);
    try {
      if (!this.#file.isInTransaction) throw this.#file.undoneBy;
      end();
    } catch (error) {
      this.#undo(error);
    } finally {
      this.#next();
    }
    await onDisk.promise;
  }

  /** Commits the current group. Resolves when it is on disk or has been rolled back. */
  async end(): Promise<void> {
    await this.#turn();
    try {
      await this.#flush();
    } finally {
      this.#next();
    }
  }

  /**
   * Takes the write lock before the first statement. A transaction that read first and took the lock later would fail
   * if another process wrote in between.
   */
  async #open(since: number): Promise<Group> {
    // A transaction whose rollback failed may still be open.
    if (this.#file.isInTransaction) this.#file.command('rollback');
    await patiently(() => this.#file.command('begin immediate'), since, this.#pauseMs);
    // Transactions that begin before this callback runs join the group.
    setImmediate(() => void this.end());
    return { ended: [] };
  }

  async #flush(): Promise<void> {
    const group = this.#group;
    if (!group) return;
    try {
      await patiently(() => this.#file.command('commit'));
      this.#group = undefined;
      for (const { resolve } of group.ended) resolve();
    } catch (error) {
      this.#undo(error);
    }
  }

  /** Rolls back the group: all its transactions fail. */
  #undo(error: unknown): void {
    const ended = this.#group?.ended ?? [];
    this.#group = undefined;
    for (const { reject } of ended) reject(error);
    try {
      if (this.#file.isInTransaction) this.#file.command('rollback');
    } catch {
      // Even the rollback fails on this disk; the next transaction retries it and reports the error.
    }
  }

  async #turn(): Promise<void> {
    if (this.#isTaken) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#isTaken = true;
  }

  /** Passes the turn to the next waiting transaction, or marks the connection as free if none waits. */
  #next(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#isTaken = false;
  }
}
