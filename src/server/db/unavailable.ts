const SQLITE_BUSY = 5;

/** SQLSTATEs of PostgreSQL, whole or their class: overloaded, stopping, or a conflict it gave up on. */
const POSTGRES_STATES = ['08', '40001', '40P01', '53', '57P'];
const NETWORK_CODES = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND'];
const POOL_MESSAGES = ['timeout exceeded when trying to connect', 'Connection terminated'];

/** SQLite: another process holds the write lock. */
export function isBusy(error: unknown): boolean {
  return (
    error instanceof Error &&
    'errcode' in error &&
    typeof error.errcode === 'number' &&
    (error.errcode & 0xff) === SQLITE_BUSY
  );
}

/** Whether the database could not be used for now, and the same call may succeed in a moment. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (isBusy(error)) return true;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return (
    NETWORK_CODES.includes(code) ||
    (/^[0-9A-Z]{5}$/.test(code) && POSTGRES_STATES.some((state) => code.startsWith(state))) ||
    POOL_MESSAGES.some((message) => error.message.startsWith(message))
  );
}
