import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { calls } from '../../contract/calls.ts';
import { MAX_IMPORT_BYTES } from '../../contract/file-formats.ts';
import { freshUser, type TestUser, testApp } from '../testing/app.ts';
import { onSqlite } from '../testing/databases.ts';
import { eventually } from '../testing/eventually.ts';
import { imported } from '../testing/transfers.ts';

const TOO_MANY = {
  status: 429,
  body: { error: 'Too many attempts. Please try again later.' },
};
const BUSY = { status: 503, body: { error: 'The server is busy. Please try again in a moment.' } };

/** Empty rows. JSON writes each line break as two bytes, so the request body is larger than 1 MiB. */
const LARGE = '\n'.repeat(600_000);

/** The limits that the server checks before the first byte of the file arrives. */
onSqlite((place) => {
  const test = testApp(place);
  beforeAll(async () => {
    await test.app.listen({ port: 0, host: '127.0.0.1' });
  });

  /** Sends only the headers of an import request. They announce a body, which never arrives. */
  function begun({ browser: { cookie = '' } }: TestUser): ClientRequest {
    const { method, path } = calls.importData;
    const { port } = test.app.server.address() as AddressInfo;
    const headers = {
      'content-type': 'application/json',
      'content-length': MAX_IMPORT_BYTES,
      cookie,
    };
    const asking = request({ method, path, port, host: '127.0.0.1', headers });
    asking.on('error', () => {});
    asking.flushHeaders();
    onTestFinished(() => void asking.destroy());
    return asking;
  }

  async function answered(asking: ClientRequest) {
    const [response] = (await once(asking, 'response')) as [IncomingMessage];
    return { status: response.statusCode, body: await json(response) };
  }

  /** The number of counted attempts so far. */
  async function countedSoFar(): Promise<number> {
    const rows = await test.context.db.selectFrom('attempts').select('tries').execute();
    return rows.reduce((sum, { tries }) => sum + JSON.parse(tries).length, 0);
  }

  /** Starts imports one by one. Each import has passed the limits before the next one starts. */
  async function allBegun(people: readonly TestUser[]): Promise<ClientRequest[]> {
    const begunNow: ClientRequest[] = [];
    for (const person of people) {
      const before = await countedSoFar();
      begunNow.push(begun(person));
      // One attempt counts for the account, and one for each of three networks.
      await eventually(async () => expect(await countedSoFar()).toBe(before + 4));
    }
    return begunNow;
  }

  describe('before the body is read', () => {
    it('refuses an account’s eleventh large file in a minute, even if the others were invalid', async () => {
      const user = await freshUser(test);
      for (let times = 0; times < 10; times += 1) {
        const { method, path: url } = calls.importData;
        const headers = { 'content-type': 'application/json' };
        const payload = 'x'.repeat(1_048_577);
        const answer = await user.browser.send({ method, url, headers, payload });
        expect(answer.statusCode).toBe(400);
      }
      expect(await answered(begun(user))).toEqual(TOO_MANY);
    });

    it('refuses an account’s third concurrent large import until one of the others disconnects', async () => {
      const user = await freshUser(test);
      const [first] = await allBegun([user, user]);
      expect(await answered(begun(user))).toEqual(TOO_MANY);
      first?.destroy();
      await eventually(async () => {
        test.now += 60_001;
        expect(await imported(user, 'legacy', LARGE, true)).toMatchObject({ formsAdded: 0 });
      });
    });

    it('refuses the fifth concurrent large import overall until one of the others disconnects', async () => {
      const [one, two, three] = [
        await freshUser(test),
        await freshUser(test),
        await freshUser(test),
      ];
      const [first] = await allBegun([one, one, two, two]);
      expect(await answered(begun(three))).toEqual(BUSY);
      // A small file needs no permit.
      expect(await imported(three, 'legacy', '', true)).toMatchObject({ formsAdded: 0 });
      first?.destroy();
      await eventually(async () => {
        test.now += 60_001;
        expect(await imported(three, 'legacy', LARGE, true)).toMatchObject({ formsAdded: 0 });
      });
    });
  });

  it('releases the permit after any answer', async () => {
    const user = await freshUser(test);
    for (let times = 0; times < 5; times += 1) {
      const wrong = { userId: user.userId, format: 'csv', content: '"', dryRun: false };
      expect((await user.browser.call('importData', wrong)).statusCode).toBe(400);
    }
    expect(await imported(user, 'legacy', '', true)).toMatchObject({ formsAdded: 0 });
  });
});
