import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { startPostgres } from '../../src/server/testing/postgres-server.ts';
import type { Store } from './programs.ts';

/** Gives a PostgreSQL server that syncs its disk, and stops it afterwards. */
export async function inPostgres<Value>(
  work: (freshStore: (dataDir: string) => Promise<Store>) => Promise<Value>,
): Promise<Value> {
  const server = await startPostgres({ isDurable: true });
  try {
    return await work(async (dataDir) => {
      const name = `bench_${randomUUID().replaceAll('-', '')}`;
      const client = new pg.Client(server.url);
      await client.connect();
      await client.query(`create database ${name}`);
      await client.end();
      return { dataDir, databaseUrl: Object.assign(new URL(server.url), { pathname: name }).href };
    });
  } finally {
    await server.stop();
  }
}
