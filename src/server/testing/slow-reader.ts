import { once } from 'node:events';
import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { buildApp } from '../app.ts';
import type { Database } from '../platform/db/database.ts';
import type { Browser, TestApp } from './app.ts';

/** Asks over a real connection, and takes nothing of the answer; counts what the database is asked meanwhile. */
export async function askedOf(test: TestApp, browser: Browser, path: string) {
  const count = { queries: 0, mostRows: 0 };
  // The same app, with a database that one can listen to.
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

  /** Resolves once so much was answered to others that whoever reads on would have done so. */
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
    /** Nothing is taken, so what fits into the buffers on the way is all that is read by then. */
    standstill,
    async leave() {
      request.destroy();
      await once(response, 'error');
    },
  };
}
