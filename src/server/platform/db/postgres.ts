import { PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { CONNECT_LIMIT_MS, numbersAsNumbers } from './connecting.ts';
import { PrioritySemaphore } from './priority-semaphore.ts';
import { currentTimeLimit, Overloaded, TimeLimit } from './time-limit.ts';
import { isStale } from './unavailable.ts';

/** How long work that is no call's waits for a connection, in milliseconds. */
const CONNECTION_LIMIT_MS = 10_000;
const MAX_CONNECTIONS = 10;
/** How many may wait for one. Whoever comes then would wait in vain, and is refused at once. */
const MAX_WAITING = 1000;
/** As many statements as the app has, and more; each connection keeps them. */
const MAX_STATEMENTS = 300;
/**
 * As many values as a call's largest statement has, the five former ratings of an edit. Those of an import have
 * hundreds of sizes, and every connection would keep each: a hundred took one from 4 to 19 MB.
 */
const MAX_VALUES = 40;

/**
 * PostgreSQL, by a pool of connections, each of which prepares a statement once and then runs it by its name.
 *
 * @param onError told of connections that broke while idle; the pool replaces them
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
    // The queries hold rows by updating them first, which is right at this level.
    options: '-c default_transaction_isolation=read\\ committed',
  });
  pool.on('error', onError);
  // The pool listens to idle connections alone: one that breaks between two statements of a transaction
  // would end the process. Its next statement fails, and tells.
  pool.on('connect', (client) => client.on('error', () => {}));
  return new PostgresDialect({ pool: preparing(pool) });
}

/** The pool, with clients that run statements by name, and no longer than the call that asks may wait. */
function preparing(pool: pg.Pool): PostgresPool {
  const semaphore = new PrioritySemaphore({ atOnce: MAX_CONNECTIONS, maxWaiting: MAX_WAITING });
  const names = new Map<string, string>();
  // The same for the same client: Kysely knows its connections by it.
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
    // Without values there is nothing to run it again with: such are transactions and changes of the schema.
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
 * A connection of the pool, whose turn ends with its release.
 *
 * @throws Overloaded where it would take longer than the call that asks may wait
 */
async function connectInTime(pool: pg.Pool, semaphore: PrioritySemaphore): Promise<pg.PoolClient> {
  const limit = currentTimeLimit() ?? new TimeLimit(CONNECTION_LIMIT_MS);
  await semaphore.acquire(limit.begunAt, (turn) => limit.spend(() => turn));
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
 * Once a call's time is over its connection is given up in the middle of whatever it does: waiting for the
 * statement, or only for undoing it, would take as long again. PostgreSQL undoes what was not committed.
 * A connection whose statements are no longer as they were prepared is closed as well: it would fail with them
 * for ever.
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
    // Rows are read in pages here, so nobody asks for a cursor.
  } as Pick<PostgresPoolClient, 'release'> as PostgresPoolClient;
}

/**
 * What begins a transaction tells PostgreSQL in the same message how long its statements may take: it does not
 * notice that a connection was given up while it waits for a lock.
 */
function beginning(text: string, leftMs: number): string {
  return text === 'begin' ? `begin; set local statement_timeout = ${Math.ceil(leftMs)}` : text;
}
