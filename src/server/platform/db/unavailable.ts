/** A call is rejected at once, because too many calls already wait for a connection. */
export class Overloaded extends Error {
  constructor() {
    super('The database is too busy');
  }
}

const SQLITE_BUSY = 5;
/** SQLite's codes for: read-only, I/O error, disk full, file cannot be opened. */
const SQLITE_STORAGE = [8, 10, 13, 14];

/**
 * PostgreSQL's SQLSTATEs, or prefixes of them: connection lost, idle for too long in a transaction,
 * serialization conflict, deadlock, out of resources, lock not available, shutting down, statement cancelled.
 */
const POSTGRES_STATES = ['08', '25P03', '40001', '40P01', '53', '55P03', '57P', '57014'];
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
/** The driver's message if the server does not answer a statement in time. */
const NO_ANSWER = 'Query read timeout';
/** How the messages of driver errors without a code begin. */
const DRIVER_MESSAGES = [
  NO_ANSWER,
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Connection terminated',
  'Client has encountered a connection error',
];

/**
 * SQLSTATEs of two faults of prepared statements. A pooler or `deallocate all` has removed the statement from the
 * connection, or another client of the pooler has already prepared a statement with the same name on that connection.
 */
const POSTGRES_STATEMENTS = ['26000', '42P05'];
/** The SQLSTATE of a server that rejects writes: a standby, or a primary that was promoted a moment ago. */
const POSTGRES_READ_ONLY = '25006';
/**
 * The routine in which PostgreSQL detects that the columns of a prepared statement have changed. The SQLSTATE of that
 * error, 0A000, has other meanings too.
 */
const POSTGRES_PLAN_CHECK = 'RevalidateCachedQuery';

/** PostgreSQL's codes for a full disk and an I/O error. */
const POSTGRES_STORAGE = ['53100', '58030'];

/** True if SQLite could not get a lock because another connection holds one. */
export function isBusy(error: unknown): boolean {
  return sqliteCode(error) === SQLITE_BUSY;
}

/** True if the database is unavailable for the moment, so that the same call may succeed later. */
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

/** True if the socket file of a server on this machine does not exist. */
export function isMissingSocket(error: Error): boolean {
  return (
    'code' in error && error.code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect'
  );
}

/** True if the server has not answered a statement in time. The connection then still waits for that answer. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof Error && error.message === NO_ANSWER;
}

/**
 * True if the connection's prepared statements are stale, or if the connection leads to a server that only reads. The
 * statement was not executed, so it can be retried on another connection.
 */
export function isStale(error: unknown): boolean {
  if (!(error instanceof Error && 'code' in error)) return false;
  if (error.code === POSTGRES_READ_ONLY) return true;
  if (POSTGRES_STATEMENTS.some((state) => state === error.code)) return true;
  return error.code === '0A000' && 'routine' in error && error.routine === POSTGRES_PLAN_CHECK;
}

/** True if the database could not write. The transaction is rolled back, but reading may still work. */
export function isStorageFault(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return SQLITE_STORAGE.includes(sqliteCode(error) ?? 0) || POSTGRES_STORAGE.includes(code);
}

/**
 * Runs a write that a read does not depend on. Returns undefined if the disk is full or fails, so that the
 * read can go on.
 */
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

/** SQLite's primary result code, without the extended bits. */
function sqliteCode(error: unknown): number | undefined {
  if (!(error instanceof Error && 'errcode' in error)) return undefined;
  return typeof error.errcode === 'number' ? error.errcode & 0xff : undefined;
}
