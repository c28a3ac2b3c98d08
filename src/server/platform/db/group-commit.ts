import { patiently, type SqliteFile } from './sqlite-file.ts';

/** Transactions that share a commit. */
interface Group {
  /** Those that have ended, and wait for the disk. */
  readonly ended: PromiseWithResolvers<void>[];
}

/**
 * Transactions on one connection, one after the other. Those that come together share one commit, and so one
 * sync of the disk: each is a savepoint in it, and none is told that it is done before the sync is. What one
 * undoes leaves the others alone.
 */
export class GroupCommit {
  readonly #file: SqliteFile;
  #group: Group | undefined;
  #isTaken = false;
  readonly #waiting: (() => void)[] = [];

  constructor(file: SqliteFile) {
    this.#file = file;
  }

  /**
   * Begins a transaction once those before it have ended.
   *
   * @throws SQLite's error where another process holds the write lock for too long, the waiting included
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

  /** Ends the transaction. Resolves once it is on disk; where that fails, nothing of it is there. */
  async commit(): Promise<void> {
    await this.#leave(() => this.#file.command('release member'));
  }

  /**
   * Undoes the transaction. Resolves once all that it has seen is on disk; fails where that was undone as well,
   * for then what it was undone for may not be so.
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

  /** Resolves once everything that was begun is on disk. */
  async end(): Promise<void> {
    await this.#turn();
    try {
      await this.#flush();
    } finally {
      this.#next();
    }
  }

  /**
   * Takes the write lock at once: a transaction that first reads and then writes would otherwise fail where
   * another process wrote in between.
   */
  async #open(since: number): Promise<Group> {
    // One that could not be undone when it failed.
    if (this.#file.isInTransaction) this.#file.command('rollback');
    await patiently(() => this.#file.command('begin immediate'), since);
    // Whatever else has arrived by then joins.
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

  /** All that share the commit fail together. */
  #undo(error: unknown): void {
    const ended = this.#group?.ended ?? [];
    this.#group = undefined;
    for (const { reject } of ended) reject(error);
    try {
      if (this.#file.isInTransaction) this.#file.command('rollback');
    } catch {
      // The disk fails whatever is done: the next transaction tries again, and tells.
    }
  }

  async #turn(): Promise<void> {
    if (this.#isTaken) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#isTaken = true;
  }

  /** Hands the turn on; it stays taken where someone waits for it. */
  #next(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#isTaken = false;
  }
}
