/** A row, as both engines return and accept it. */
export type Row = Record<string, string | number | null>;

/** How many rows are read into memory at a time. */
export const PAGE_ROWS = 500;

/** Reads whole tables of any schema in one transaction, on its own connection. */
export interface BulkConnection {
  /** True if other programs may have tables in the same database. */
  readonly isShared: boolean;
  /** Begins the transaction. 'reading' reads a snapshot and blocks nobody. */
  readonly begin: (purpose: 'reading' | 'writing') => Promise<void>;
  /**
   * Describes the damage to SQLite's file. Undefined if the file has no damage or is too large to check; always
   * undefined for PostgreSQL.
   */
  readonly fault: () => Promise<string | undefined>;
  /** The names of all tables, in no particular order. */
  readonly tables: () => Promise<string[]>;
  readonly rows: (table: string) => AsyncIterable<readonly Row[]>;
  /** Closes the connection, which rolls back a transaction that was not committed. */
  readonly close: () => Promise<void>;
}

/** A PostgreSQL database whose tables are filled in one transaction. */
export interface BulkTarget extends BulkConnection {
  /**
   * Locks tables, so that nobody else can change them until this transaction ends. Waits for the end of transactions
   * that have already changed them.
   *
   * @throws Refusal if a lock is not free within five seconds
   */
  readonly keepForItself: (tables: readonly string[]) => Promise<void>;
  /** @returns the rows as the database has stored them */
  readonly insert: (table: string, rows: readonly Row[]) => Promise<readonly Row[]>;
  readonly clear: (table: string) => Promise<void>;
  readonly commit: () => Promise<void>;
}

export interface BulkOptions {
  /** The URL of a PostgreSQL database; undefined for the SQLite file in `dataDir`. */
  readonly databaseUrl: string | undefined;
  readonly dataDir: string;
}
