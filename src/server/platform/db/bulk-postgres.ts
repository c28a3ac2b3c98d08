import pg from 'pg';
import { Refusal } from '../refusal.ts';
import { type BulkTarget, PAGE_ROWS, type Row } from './bulk-connection.ts';
import { CONNECT_LIMIT_MS, numbersAsNumbers } from './connecting.ts';
import { NO_LIMITS } from './role-limits.ts';

/** How long to wait for a lock that another transaction holds, in milliseconds. */
const LOCK_LIMIT_MS = 5000;
/** PostgreSQL's code for a lock that was not free within the time-out. */
const LOCK_NOT_AVAILABLE = '55P03';

export async function openPostgres(connectionString: string): Promise<BulkTarget> {
  const client = new pg.Client({
    connectionString,
    types: numbersAsNumbers(),
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
  });
  // Without a listener, a connection lost between two statements would end the process. With a listener, only the
  // next statement rejects.
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query<{ server_encoding: string }>('show server_encoding');
  if (rows[0]?.server_encoding !== 'UTF8') {
    await client.end();
    throw new Refusal(
      `The database cannot store every character: its encoding is ${rows[0]?.server_encoding}. Please make one with: create database NAME encoding 'UTF8' template template0`,
    );
  }
  const quoted = (name: string) => client.escapeIdentifier(name);
  return {
    isShared: true,
    async begin(purpose) {
      await client.query(
        purpose === 'reading'
          ? `begin isolation level repeatable read read only; ${NO_LIMITS}`
          : `begin isolation level read committed; ${NO_LIMITS}`,
      );
    },
    // No check, because PostgreSQL is responsible for its own files.
    fault: async () => undefined,
    async tables() {
      const { rows } = await client.query<{ name: string }>(
        "select table_name as name from information_schema.tables where table_schema = current_schema() and table_type = 'BASE TABLE'",
      );
      return rows.map(({ name }) => name);
    },
    async *rows(table) {
      await client.query(
        `declare page no scroll cursor without hold for select * from ${quoted(table)}`,
      );
      try {
        for (;;) {
          const { rows } = await client.query<Row>(`fetch ${PAGE_ROWS} from page`);
          if (rows.length > 0) yield rows;
          if (rows.length < PAGE_ROWS) break;
        }
      } finally {
        await client.query('close page');
      }
    },
    async keepForItself(tables) {
      try {
        await client.query(`set local lock_timeout = ${LOCK_LIMIT_MS}`);
        await client.query(`lock table ${tables.map(quoted).join()} in exclusive mode`);
        await client.query('set local lock_timeout = 0');
      } catch (error) {
        if (!(error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE)) throw error;
        throw new Refusal(
          'Others are changing the database: another restore is under way, or the app runs. Please stop them. Nothing was changed.',
        );
      }
    },
    async insert(table, rows) {
      const [first] = rows;
      if (!first) return [];
      const columns = Object.keys(first);
      const places = rows.map(
        (_, row) =>
          `(${columns.map((_, column) => `$${row * columns.length + column + 1}`).join()})`,
      );
      const stored = await client.query<Row>(
        `insert into ${quoted(table)} (${columns.map(quoted).join()}) values ${places.join()} returning *`,
        rows.flatMap((row) => columns.map((column) => row[column] ?? null)),
      );
      return stored.rows;
    },
    async clear(table) {
      await client.query(`delete from ${quoted(table)}`);
    },
    async commit() {
      await client.query('commit');
    },
    async close() {
      await client.end();
    },
  };
}
