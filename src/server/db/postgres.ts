import { PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { numbersAsNumbers } from './connecting.ts';

/**
 * How long to wait for a connection, in milliseconds. A call takes one twice: under too much load it is
 * refused within 5 seconds.
 */
const POOL_LIMIT_MS = 2000;
const MAX_CONNECTIONS = 10;
/** As many statements as the app has, and more; each connection keeps them. */
const MAX_STATEMENTS = 300;

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
    connectionTimeoutMillis: POOL_LIMIT_MS,
    // The queries hold rows by updating them first, which is right at this level.
    options: '-c default_transaction_isolation=read\\ committed',
  });
  pool.on('error', onError);
  // The pool listens to idle connections alone: one that breaks between two statements of a transaction
  // would end the process. Its next statement fails, and tells.
  pool.on('connect', (client) => client.on('error', () => {}));
  return new PostgresDialect({ pool: preparing(pool) });
}

/** The pool, with clients that run statements by name. */
function preparing(pool: pg.Pool): PostgresPool {
  const names = new Map<string, string>();
  // The same for the same client: Kysely knows its connections by it.
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
      let known = clients.get(client);
      if (!known) {
        known = {
          query: (text: string, values: readonly unknown[]) =>
            client.query({ ...nameOf(text, values), text, values: [...values] }),
          release: (destroy) => client.release(destroy),
          // Rows are read in pages here, so nobody asks for a cursor.
        } as Pick<PostgresPoolClient, 'release'> as PostgresPoolClient;
        clients.set(client, known);
      }
      return known;
    },
  };

  function nameOf(text: string, values: readonly unknown[]): { name?: string } {
    // Without values there is nothing to run it again with: such are transactions and changes of the schema.
    if (values.length === 0) return {};
    let name = names.get(text);
    if (name === undefined) {
      if (names.size === MAX_STATEMENTS) return {};
      name = `s${names.size}`;
      names.set(text, name);
    }
    return { name };
  }
}
