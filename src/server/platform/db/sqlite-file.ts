import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import type { CompiledQuery, QueryResult } from 'kysely';
import { isBusy } from './unavailable.ts';

/** How long SQLite waits for another connection's lock, in milliseconds. */
export const BUSY_LIMIT_MS = 5000;
/** The interval at which a process retries to get the write lock (ms). */
const BUSY_PAUSE_MS = 15;
/** The retry interval of a worker process. It is longer, so that the server's saves get the lock first. */
export const PATIENT_PAUSE_MS = 200;

/** The maximum number of prepared statements that a connection keeps. The app has fewer. */
const MAX_STATEMENTS = 300;

interface Prepared {
  readonly statement: StatementSync;
  readonly isReader: boolean;
}

/** One connection to a SQLite file. */
export class SqliteFile {
  readonly #file: DatabaseSync;
  /** Least recently used first. */
  readonly #prepared = new Map<string, Prepared>();
  #undoneBy: unknown;

  constructor(path: string, pragmas: readonly string[], { isReadOnly = false } = {}) {
    this.#file = new DatabaseSync(path, { timeout: BUSY_LIMIT_MS, readOnly: isReadOnly });
    for (const pragma of pragmas) this.#file.exec(`pragma ${pragma}`);
    // SQLite's own wait for a lock would block the thread. It is turned off from here on: `patiently` waits instead,
    // and lets other work of this process run in the meantime.
    this.#file.exec('pragma busy_timeout = 0');
  }

  /** Whether a transaction is open. SQLite rolls one back by itself if the disk is full or fails. */
  get isInTransaction(): boolean {
    return this.#file.isTransaction;
  }

  /** The error because of which SQLite last rolled back a transaction by itself. */
  get undoneBy(): unknown {
    return this.#undoneBy;
  }

  close(): void {
    this.#file.close();
  }

  command(text: string): void {
    this.#watched(() => this.#prepare(text).statement.run());
  }

  run<Row>({ sql, parameters }: CompiledQuery): QueryResult<Row> {
    return this.#watched(() => {
      const { statement, isReader } = this.#prepare(sql);
      const values = parameters as SQLInputValue[];
      if (isReader) return { rows: statement.all(...values) as Row[] };
      const { changes, lastInsertRowid } = statement.run(...values);
      return { insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes), rows: [] };
    });
  }

  #watched<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      if (!this.#file.isTransaction) this.#undoneBy = error;
      throw error;
    }
  }

  #prepare(text: string): Prepared {
    let prepared = this.#prepared.get(text);
    if (prepared) {
      this.#prepared.delete(text);
    } else {
      const statement = this.#file.prepare(text);
      prepared = { statement, isReader: statement.columns().length > 0 };
      const [oldest] = this.#prepared.size < MAX_STATEMENTS ? [] : this.#prepared.keys();
      if (oldest !== undefined) this.#prepared.delete(oldest);
    }
    this.#prepared.set(text, prepared);
    return prepared;
  }
}

/**
 * Retries work while another process holds the lock. This is safe, because a statement that fails as busy has done
 * nothing.
 *
 * @param since when the wait began, by `performance.now()`
 */
export async function patiently<Result>(
  work: () => Result,
  since = performance.now(),
  pauseMs = BUSY_PAUSE_MS,
): Promise<Result> {
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || performance.now() > since + BUSY_LIMIT_MS) throw error;
      await setTimeout(pauseMs);
    }
  }
}
