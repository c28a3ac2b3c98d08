import { ConfigError } from '../config.ts';
import { isMissingSocket, isUnavailable } from './db/unavailable.ts';
import { Refusal } from './refusal.ts';

/** Returns only the message for an error that the operator can fix, and the whole stack for any other error. */
export function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof Refusal) return error.message;
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'EADDRINUSE') {
    return 'That port is in use. Stop the other program, or choose another port: PORT=3001 npm start';
  }
  if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'].includes(code)) {
    return `An address cannot be found. Please check HOST and DATABASE_URL: ${error.message}`;
  }
  if (isMissingSocket(error)) return databaseAway(error.message);
  if (['EACCES', 'ENOTDIR', 'EROFS', 'EEXIST', 'ENOENT', 'ERR_SQLITE_ERROR'].includes(code)) {
    return `The database file cannot be used. Please check DATA_DIR: ${error.message}`;
  }
  if (code === 'ECONNREFUSED' || 'severity' in error || isUnavailable(error)) {
    return databaseAway(error.message || code);
  }
  return error.stack ?? error.message;
}

function databaseAway(reason: string): string {
  return `The database cannot be used. Please check DATABASE_URL: ${reason}`;
}
