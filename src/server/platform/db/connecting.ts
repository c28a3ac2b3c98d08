import { join } from 'node:path';
import pg from 'pg';

/** Time-out for a connection to PostgreSQL, in milliseconds. */
export const CONNECT_LIMIT_MS = 5000;

/** The path of SQLite's database file. */
export function sqlitePath(dataDir: string): string {
  return join(dataDir, 'symptom-tracker.db');
}

/**
 * Makes the driver parse PostgreSQL's 64-bit integers as numbers instead of text. The app's integers are small enough
 * for that.
 */
export function numbersAsNumbers(): pg.TypeOverrides {
  const types = new pg.TypeOverrides();
  types.setTypeParser(pg.types.builtins.INT8, Number);
  return types;
}
