import { Overloaded } from './time-limit.ts';

const SQLITE_BUSY = 5;
/** Read-only, a failing disk, a full one, and a file that cannot be opened for a journal. */
const SQLITE_STORAGE = [8, 10, 13, 14];

/** SQLSTATEs of PostgreSQL, whole or their class: overloaded, stopping, a conflict it gave up on, or a statement that took too long. */
const POSTGRES_STATES = ['08', '40001', '40P01', '53', '57P', '57014'];
const NETWORK_CODES = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
];
/** What the driver throws without a code. */
const DRIVER_MESSAGES = [
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Connection terminated',
  'Client has encountered a connection error',
];

/** A prepared statement that the connection no longer has: a pooler, or `deallocate all`, took it away. */
const POSTGRES_NO_STATEMENT = '26000';
/** Where PostgreSQL finds that a statement was prepared for other columns; the state alone means much else. */
const POSTGRES_PLAN_CHECK = 'RevalidateCachedQuery';

/** PostgreSQL: a full disk, a server that only lets read, a failing disk. */
const POSTGRES_STORAGE = ['53100', '25006', '58030'];

/** SQLite: another process holds the write lock. */
export function isBusy(error: unknown): boolean {
  return sqliteCode(error) === SQLITE_BUSY;
}

/** Whether the database could not be used for now, and the same call may succeed in a moment. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (isBusy(error) || error instanceof Overloaded || isStale(error)) return true;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return (
    NETWORK_CODES.includes(code) ||
    isMissingSocket(error) ||
    (/^[0-9A-Z]{5}$/.test(code) && POSTGRES_STATES.some((state) => code.startsWith(state))) ||
    DRIVER_MESSAGES.some((message) => error.message.startsWith(message))
  );
}

/** Whether a server that is reached by a file of this machine is not there. */
export function isMissingSocket(error: Error): boolean {
  return (
    'code' in error && error.code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect'
  );
}

/** Whether a statement was not run because it is no longer as it was prepared; on another connection it is. */
export function isStale(error: unknown): boolean {
  if (!(error instanceof Error && 'code' in error)) return false;
  if (error.code === POSTGRES_NO_STATEMENT) return true;
  return error.code === '0A000' && 'routine' in error && error.routine === POSTGRES_PLAN_CHECK;
}

/** Whether the database could not write what it was given: nothing of it is kept, and reading may go on. */
export function isStorageFault(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return SQLITE_STORAGE.includes(sqliteCode(error) ?? 0) || POSTGRES_STORAGE.includes(code);
}

/** Does a write that reading need not wait for; undefined where there is no room for it. */
export async function ignoringFullDisk<Result>(
  write: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await write();
  } catch (error) {
    if (isStorageFault(error)) return undefined;
    throw error;
  }
}

/** SQLite's own code, without what it says in more detail. */
function sqliteCode(error: unknown): number | undefined {
  if (!(error instanceof Error && 'errcode' in error)) return undefined;
  return typeof error.errcode === 'number' ? error.errcode & 0xff : undefined;
}
