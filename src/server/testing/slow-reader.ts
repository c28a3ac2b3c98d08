import { once } from 'node:events';
import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { buildApp } from '../app.ts';
import type { Database } from '../platform/db/database.ts';
import type { Browser, TestApp } from './app.ts';

/** Sends a request over a real connection, does not read the response, and counts the queries that the app makes. */
export async function askedOf(test: TestApp, browser: Browser, path: string) {
  const count = { queries: 0, mostRows: 0 };
  // The same app, with a database that counts queries.
  const db: Database = test.context.db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      count.queries += 1;
      count.mostRows = Math.max(count.mostRows, result.rows.length);
      return result;
    },
  });
  const app = await buildApp({ ...test.context, db });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const request = get({ port, path, headers: { cookie: browser.cookie } });
  onTestFinished(async () => {
    request.destroy();
    await app.close();
  });
  const [response] = await once(request, 'response');

  /** Resolves when the count of queries stays the same while 50 other requests are answered. */
  async function standstill() {
    let before = -1;
    while (before !== count.queries) {
      before = count.queries;
      for (let asked = 0; asked < 50; asked += 1) {
        await browser.send({ method: 'GET', url: '/healthz' });
      }
    }
  }

  return {
    count,
    response,
    /** Waits until the app stops reading from the database, because the network buffers are full. */
    standstill,
    async leave() {
      request.destroy();
      await once(response, 'error');
    },
  };
}
