import { join } from 'node:path';
import pg from 'pg';

/** How long to wait for a connection to PostgreSQL, in milliseconds. */
export const CONNECT_LIMIT_MS = 5000;

/** Where SQLite's file is. */
export function sqlitePath(dataDir: string): string {
  return join(dataDir, 'symptom-tracker.db');
}

/** Times are 64-bit integers in PostgreSQL, which the driver gives as text unless told; ours fit a number. */
export function numbersAsNumbers(): pg.TypeOverrides {
  const types = new pg.TypeOverrides();
  types.setTypeParser(pg.types.builtins.INT8, Number);
  return types;
}
