/** A row as both engines give and take it. */
export type Row = Record<string, string | number | null>;

/** How many rows are in memory at a time. */
export const PAGE_ROWS = 500;

/** Whole tables, read or written in one transaction on a connection of their own, whatever the schema. */
export interface BulkConnection {
  /** Whether others may have tables in the same database. */
  readonly isShared: boolean;
  /** 'reading' sees one moment of the database, and nobody waits for it. */
  readonly begin: (purpose: 'reading' | 'writing') => Promise<void>;
  /** What is wrong with the file, if it is. */
  readonly fault: () => Promise<string | undefined>;
  /** The names of all tables, in no order. */
  readonly tables: () => Promise<string[]>;
  readonly rows: (table: string) => AsyncIterable<readonly Row[]>;
  /**
   * Keeps others from changing tables until this is closed; what they have under way is waited for.
   *
   * @throws Refusal where that takes too long
   */
  readonly keepForItself: (tables: readonly string[]) => Promise<void>;
  /** @returns the rows as the database has stored them */
  readonly insert: (table: string, rows: readonly Row[]) => Promise<readonly Row[]>;
  readonly clear: (table: string) => Promise<void>;
  readonly commit: () => Promise<void>;
  /** What was not committed is undone. */
  readonly close: () => Promise<void>;
}

export interface BulkOptions {
  /** A PostgreSQL address. Without it: the SQLite file in `dataDir`. */
  readonly databaseUrl: string | undefined;
  readonly dataDir: string;
}
