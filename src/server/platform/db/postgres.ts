import { PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { CONNECT_LIMIT_MS, numbersAsNumbers } from './connecting.ts';
import { PrioritySemaphore } from './priority-semaphore.ts';
import { currentTimeLimit, Overloaded, TimeLimit } from './time-limit.ts';
import { isStale } from './unavailable.ts';

/** How long work outside a call waits for a connection, in milliseconds. */
const CONNECTION_LIMIT_MS = 10_000;
const MAX_CONNECTIONS = 10;
/** How many calls may wait for a connection. Further ones would time out, so they are refused at once. */
const MAX_WAITING = 1000;
/** More than the number of the app's statements; each connection keeps them prepared. */
const MAX_STATEMENTS = 300;
/**
 * The number of values in the largest statement of a call, the five former ratings of an edit. Import
 * statements have hundreds of sizes, and each connection would keep them all: a hundred took one from 4 to 19
 * MB.
 */
const MAX_VALUES = 40;

/**
 * PostgreSQL through a connection pool. Each connection prepares a statement once and then runs it by name.
 *
 * @param onError called with the error when an idle connection breaks; the pool replaces the connection
 */
export function postgresDialect(
  connectionString: string,
  onError: (error: Error) => void,
): PostgresDialect {
  const pool = new pg.Pool({
    connectionString,
    max: MAX_CONNECTIONS,
    types: numbersAsNumbers(),
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    // The queries lock rows by a no-op UPDATE first, which is correct at this isolation level.
    options: '-c default_transaction_isolation=read\\ committed',
  });
  pool.on('error', onError);
  // The pool handles errors of idle connections only: without this listener, a connection that breaks between
  // two statements of a transaction would crash the process. Its next statement rejects with the error.
  pool.on('connect', (client) => client.on('error', () => {}));
  return new PostgresDialect({ pool: preparing(pool) });
}

/** Wraps the pool: its clients run statements by name, within the time limit of the current call. */
function preparing(pool: pg.Pool): PostgresPool {
  const semaphore = new PrioritySemaphore({ atOnce: MAX_CONNECTIONS, maxWaiting: MAX_WAITING });
  const names = new Map<string, string>();
  // The same wrapper for the same client, because Kysely identifies connections by it.
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await connectInTime(pool, semaphore);
      let known = clients.get(client);
      if (!known) {
        known = limited({
          query: (text, values) =>
            client.query({ ...nameOf(text, values), text, values: [...values] }),
          release(destroy) {
            client.release(destroy);
            semaphore.release();
          },
        });
        clients.set(client, known);
      }
      return known;
    },
  };

  function nameOf(text: string, values: readonly unknown[]): { name?: string } {
    // Statements without values, such as transaction commands and schema changes, are not prepared.
    if (values.length === 0 || values.length > MAX_VALUES) return {};
    let name = names.get(text);
    if (name === undefined) {
      if (names.size === MAX_STATEMENTS) return {};
      name = `s${names.size}`;
      names.set(text, name);
    }
    return { name };
  }
}

/**
 * Gets a connection of the pool. Releasing it also releases its permit of the semaphore.
 *
 * @throws Overloaded if that takes longer than the current call may wait
 */
async function connectInTime(pool: pg.Pool, semaphore: PrioritySemaphore): Promise<pg.PoolClient> {
  const limit = currentTimeLimit() ?? new TimeLimit(CONNECTION_LIMIT_MS);
  await semaphore.acquire(limit.begunAt, (permit) => limit.spend(() => permit));
  const connecting = pool.connect();
  try {
    return await limit.spend(() => connecting);
  } catch (error) {
    connecting
      .then((client) => client.release())
      .catch(() => {})
      .finally(() => semaphore.release());
    throw error;
  }
}

interface Connection {
  readonly query: (text: string, values: readonly unknown[]) => Promise<pg.QueryResult>;
  readonly release: (destroy: boolean) => void;
}

/**
 * When a call's time is over, its connection is closed in the middle of the statement: waiting for the
 * statement, or even for a rollback, could take as long again. PostgreSQL rolls back what was not committed.
 * A connection whose prepared statements are stale is closed too, because it would fail with them every time.
 */
function limited({ query, release }: Connection): PostgresPoolClient {
  let isGivenUp = false;
  let isOutdated = false;
  return {
    async query(text: string, values: readonly unknown[]) {
      if (isGivenUp && text === 'rollback') return { command: 'ROLLBACK', rowCount: 0, rows: [] };
      if (isGivenUp) throw new Overloaded();
      const limit = currentTimeLimit();
      try {
        if (!limit) return await query(text, values);
        return await limit.spend(() => query(beginning(text, limit.leftMs), values));
      } catch (error) {
        if (error instanceof Overloaded) isGivenUp = true;
        if (isStale(error)) isOutdated = true;
        throw error;
      }
    },
    release: (destroy) => release(Boolean(destroy) || isGivenUp || isOutdated),
    // The app reads rows in pages, so it needs no cursor.
  } as Pick<PostgresPoolClient, 'release'> as PostgresPoolClient;
}

/**
 * Sets PostgreSQL's statement time-out together with `begin`: a backend that waits for a lock does not notice
 * that its connection was closed.
 */
function beginning(text: string, leftMs: number): string {
  return text === 'begin' ? `begin; set local statement_timeout = ${Math.ceil(leftMs)}` : text;
}
