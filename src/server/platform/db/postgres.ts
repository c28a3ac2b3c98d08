import { hash } from 'node:crypto';
import { PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { numbersAsNumbers } from './connecting.ts';
import { NO_LIMITS } from './role-limits.ts';
import { isStale, isUnanswered, Overloaded } from './unavailable.ts';

/** How long a call waits until a connection is free or a new one is open (ms). */
const CONNECTION_LIMIT_MS = 3000;
/**
 * Time-out of a statement (ms), for a PostgreSQL server that does not answer at all. A server that works ends the
 * statement itself after 4 s (`role-limits.ts`).
 */
const ANSWER_LIMIT_MS = 5000;
const MAX_CONNECTIONS = 10;
/** How many calls may wait for a connection. Further ones would time out, so they are refused at once. */
const MAX_WAITING = 1000;
/** The maximum number of statements that each connection keeps prepared. The app has fewer. */
const MAX_STATEMENTS = 300;
/**
 * Statements with more values are not prepared. Apart from imports, the largest statement has this many values: it
 * stores the five former ratings of an edited form. Imports use hundreds of larger statements of different sizes, and
 * each connection would keep all of them: a hundred enlarged one connection from 4 to 19 MB.
 */
const MAX_VALUES = 40;

interface PostgresOptions {
  /** Called with the error when an idle connection breaks; the pool replaces the connection. */
  readonly onError: (error: Error) => void;
  /** Turns the limits of the role off in every transaction, for migrations of large tables. */
  readonly isUnlimited?: boolean;
}

/**
 * PostgreSQL through a connection pool. The app sends no settings when it opens a connection, because `role-limits.ts`
 * sets them for the role. Each connection prepares a statement once and then runs it by name, unless the URL has
 * `prepare=false`, for poolers that share a connection between clients and do not support prepared statements.
 */
export function postgresDialect(
  connectionString: string,
  { onError, isUnlimited = false }: PostgresOptions,
): PostgresDialect {
  const pool = new pg.Pool({
    connectionString,
    max: MAX_CONNECTIONS,
    types: numbersAsNumbers(),
    connectionTimeoutMillis: CONNECTION_LIMIT_MS,
    ...(!isUnlimited && { query_timeout: ANSWER_LIMIT_MS }),
  });
  const isNaming = new URL(connectionString).searchParams.get('prepare') !== 'false';
  pool.on('error', onError);
  // The pool handles errors of idle connections only: without this listener, a connection that breaks between two
  // statements of a transaction would crash the process. With it, the next statement on that connection rejects.
  pool.on('connect', (client) => client.on('error', () => {}));
  return new PostgresDialect({
    pool: preparing(pool, {
      begin: isUnlimited ? `begin; ${NO_LIMITS}` : 'begin',
      isNaming,
    }),
  });
}

/** Wraps the pool: the clients run statements by name, and a call is refused if too many calls are waiting. */
function preparing(
  pool: pg.Pool,
  { begin, isNaming }: { readonly begin: string; readonly isNaming: boolean },
): PostgresPool {
  const names = new Map<string, string>();
  // The same client always gets the same wrapper, because Kysely recognizes a connection by its wrapper.
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      if (pool.waitingCount >= MAX_WAITING) throw new Overloaded();
      const client = await pool.connect();
      const known = clients.get(client) ?? wrapped(client);
      clients.set(client, known);
      return known;
    },
  };

  function wrapped(client: pg.PoolClient): PostgresPoolClient {
    let fault: unknown;
    return {
      async query(text: string, values: readonly unknown[]) {
        // After a time-out, the connection still waits for the answer to the earlier statement, and a rollback would
        // have to wait too. So nothing more is sent, and closing the connection rolls the transaction back.
        if (isUnanswered(fault)) throw fault;
        try {
          const sent = text === 'begin' ? begin : text;
          return await client.query({ ...nameOf(text, values), text: sent, values: [...values] });
        } catch (error) {
          if (isUnanswered(error) || isStale(error)) fault = error;
          throw error;
        }
      },
      // Destroys the connection if it had a fault. For example, if its prepared statements are stale, they would fail
      // every time.
      release: (destroy) => client.release(Boolean(destroy) || fault !== undefined),
      // Kysely's type also has queries with a cursor. The app does not use them, because it reads rows in pages.
    } as Pick<PostgresPoolClient, 'release'> as PostgresPoolClient;
  }

  function nameOf(text: string, values: readonly unknown[]): { name?: string } {
    // Statements without values, such as transaction commands and schema changes, are not prepared.
    if (!isNaming || values.length === 0 || values.length > MAX_VALUES) return {};
    let name = names.get(text);
    if (name === undefined) {
      if (names.size === MAX_STATEMENTS) return {};
      // The name is a hash, so that the same text has the same name in every process. If the names were numbers, a
      // pooler that mixes up connections could run another process's statement with the same number.
      name = hash('sha256', text, 'base64url');
      names.set(text, name);
    }
    return { name };
  }
}
