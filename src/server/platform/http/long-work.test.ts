import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type FastifyBaseLogger, fastify } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { addYearsOfForms } from '../../../../e2e/years.ts';
import { calls } from '../../../contract/calls.ts';
import { makeLog } from '../../log.ts';
import { Browser, testApp } from '../../testing/app.ts';
import { onSqlite } from '../../testing/databases.ts';
import { eventually } from '../../testing/eventually.ts';
import { handleErrors } from './errors.ts';
import { answerLongWork } from './long-work.ts';

/** Uses a real connection, so that a test can close it before the response is complete. */
onSqlite((place) => {
  const test = testApp(place);
  let person: { userId: string; email: string; cookie: string };

  beforeAll(async () => {
    await test.app.listen({ port: 0, host: '127.0.0.1' });
    const { email, password } = await addYearsOfForms(test.context, 500);
    const browser = new Browser(test);
    const { id } = (await browser.call('signIn', { email, password })).json();
    person = { userId: id, email, cookie: browser.cookie ?? '' };
  });

  async function ask(headers: Record<string, string> = { accept: 'application/x-ndjson' }) {
    const { method, path } = calls.sendExportEmail;
    const { port } = test.app.server.address() as AddressInfo;
    const { userId, email, cookie } = person;
    const asking = request({
      method,
      path,
      port,
      host: '127.0.0.1',
      headers: {
        'content-type': 'application/json',
        'accept-encoding': 'gzip, br',
        cookie,
        ...headers,
      },
    }).end(JSON.stringify({ userId, email, method: 'simple' }));
    const [response] = await once(asking, 'response');
    return { asking, response: response as IncomingMessage };
  }

  describe('a client that accepts progress reports', () => {
    it('gets them line by line, and the result as the last line', async () => {
      const { response } = await ask();
      expect(response.statusCode).toBe(200);
      expect(response.headers).toMatchObject({ 'content-type': 'application/x-ndjson' });
      expect(response.headers).not.toHaveProperty('content-encoding');
      const lines = (await text(response)).trimEnd().split('\n');
      const [answer, ...before] = lines.map((line) => JSON.parse(line)).reverse();
      expect(answer).toMatchObject({ success: true, fileName: expect.stringMatching(/\.pdf$/) });
      expect(before.length).toBeGreaterThan(0);
      const progress = before.reverse().map(({ progress: { done, total } }) => done / total);
      expect(progress).toEqual(progress.toSorted((a, b) => a - b));
      expect(progress[0]).toBeGreaterThanOrEqual(0);
      expect(progress.at(-1)).toBeLessThan(1);
    });

    it('gets an error status if the call is refused before the work begins', async () => {
      const { response } = await ask({ accept: 'application/x-ndjson', cookie: '' });
      expect(response.statusCode).toBe(401);
      expect(JSON.parse(await text(response))).toEqual({ error: 'Please sign in.' });
    });
  });

  it('sends only the result to any other client', async () => {
    const { response } = await ask({});
    expect(response.headers['content-type']).toMatch(/^application\/json/);
    expect(JSON.parse(await text(response))).toMatchObject({ success: true });
  });

  it('aborts the work when the client disconnects, and logs nothing', async () => {
    const logged = test.logged.length;
    // Requests more reports than may run at once: if they were not aborted, the last one would wait for all the others.
    for (let tried = 0; tried < 4; tried += 1) {
      const { asking, response } = await ask();
      await once(response, 'data');
      asking.destroy();
    }
    // An account may have two reports running or waiting. The server rejects a third one until it notices that the
    // earlier clients have disconnected.
    await eventually(async () => {
      test.now += 60_001;
      const { response } = await ask();
      const lines = (await text(response)).trimEnd().split('\n');
      expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ success: true });
    });
    expect(test.logged.slice(logged)).toEqual([]);
  });

  it('aborts the work when the client disconnects before the first line, and logs nothing', async () => {
    const { promise: began, resolve: begin } = Promise.withResolvers<void>();
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const logged: string[] = [];
    const log = makeLog('warn', { write: (line) => logged.push(line) });
    const app = fastify({ loggerInstance: log as FastifyBaseLogger });
    handleErrors(app, () => {});
    app.post('/', (request, reply) =>
      answerLongWork({ request, reply }, async ({ signal }) => {
        begin();
        await once(signal, 'abort');
        end();
        throw signal.reason;
      }),
    );
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    const headers = { accept: 'application/x-ndjson', 'content-type': 'application/json' };
    const asking = request({ method: 'POST', port, host: '127.0.0.1', headers });
    asking.on('error', () => {}).end('{}');
    await began;
    asking.destroy();
    await ended;
    await app.close();
    expect(logged).toEqual([]);
  });

  it.each(['application/x-ndjson', 'application/json'])(
    'aborts the work of a client that disconnected before it began and accepts %s',
    async (accept) => {
      const { promise: began, resolve: begin } = Promise.withResolvers<void>();
      const { promise: ended, resolve: end } = Promise.withResolvers<boolean>();
      const app = fastify();
      handleErrors(app, () => {});
      app.post('/', async (request, reply) => {
        const gone = once(reply.raw, 'close');
        begin();
        await gone;
        return await answerLongWork({ request, reply }, async ({ signal }) => {
          end(signal.aborted);
          throw signal.reason;
        });
      });
      await app.listen({ port: 0, host: '127.0.0.1' });
      const { port } = app.server.address() as AddressInfo;
      const headers = { accept, 'content-type': 'application/json' };
      const asking = request({ method: 'POST', port, host: '127.0.0.1', headers });
      asking.on('error', () => {}).end('{}');
      await began;
      asking.destroy();
      expect(await ended).toBe(true);
      await app.close();
    },
  );

  it('reports a failure in one line to the client and one in the log, without users’ text', async () => {
    const logged = test.logged.length;
    const { response } = await ask();
    await once(response, 'data');
    const rest = text(response);
    const { workers, quickWorkers } = test.context;
    await Promise.all([workers.stop(), quickWorkers.stop()]);
    const lines = (await rest).trimEnd().split('\n');
    expect(JSON.parse(lines.at(-1) ?? '')).toEqual({
      success: false,
      error: 'Failed to generate PDF',
    });
    const failures = test.logged.slice(logged);
    expect(failures).toMatchObject([{ msg: 'A report failed', err: { type: 'ReportFailure' } }]);
    expect(JSON.stringify(failures)).not.toMatch(/Long|Tremor|example\.org/);
  });
});
