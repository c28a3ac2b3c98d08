import { once } from 'node:events';
import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import type { AccountFile } from '../../contract/account-file.ts';
import { buildApp } from '../app.ts';
import type { Database } from '../db/database.ts';
import { exportAccount } from '../formats/export.ts';
import { freshUser, type TestUser, testApp } from '../testing/app.ts';
import { onEveryDatabase } from '../testing/databases.ts';
import { savedForm } from '../testing/entries.ts';
import { imported } from '../testing/transfers.ts';

const FORMS = 640;
/** As many as are read at once. */
const PAGE = 64;
const SYMPTOMS = ['Tremor', 'Stiffness', 'Balance', 'Fatigue', 'Cramps'];
const LONG_NOTE = 'x'.repeat(9000);

onEveryDatabase((place) => {
  const test = testApp(place);
  let user: TestUser;

  /** Forms enough for ten readings of the database, and more text than a connection takes at once. */
  beforeAll(async () => {
    user = await freshUser(test, ['Tremor']);
    const rows = Array.from({ length: FORMS }, (_, index) => {
      const loggedAt = new Date(Date.parse('2020-01-01T00:00:00Z') + index * 3_600_000);
      return SYMPTOMS.map((name) => `u,${loggedAt.toISOString()},${name},3,${LONG_NOTE}`);
    });
    await imported(user, 'legacy', rows.flat().join('\n'));
  });

  /** The same app, counting how often the database is asked, where one can listen to it. */
  async function countingServer() {
    const count = { queries: 0 };
    const db: Database = test.context.db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        count.queries += 1;
        return result;
      },
    });
    const app = await buildApp({ ...test.context, db });
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    const request = get({
      port,
      path: `/api/exportData?userId=${user.userId}&format=json`,
      headers: { cookie: user.browser.cookie },
    });
    onTestFinished(async () => {
      request.destroy();
      await app.close();
    });
    const [response] = await once(request, 'response');
    return { count, request, response };
  }

  /** Time enough for many readings of the database. */
  async function answersOfOthers() {
    for (let asked = 0; asked < 50; asked += 1) {
      await user.browser.send({ method: 'GET', url: '/healthz' });
    }
  }

  it('reads on only as fast as the browser takes it, and not at all once it has gone away', async () => {
    const { count, request, response } = await countingServer();
    // Nothing is taken, so what fits into the buffers on the way is all that is read.
    let before = -1;
    while (before !== count.queries) {
      before = count.queries;
      await answersOfOthers();
    }
    expect(count.queries).toBeLessThan(FORMS / PAGE);
    request.destroy();
    await once(response, 'error');
    await answersOfOthers();
    expect(count.queries).toBeLessThanOrEqual(before + 1);
  });

  it('takes all there is to the end, over the network', async () => {
    const { response } = await countingServer();
    const file: AccountFile = JSON.parse(await text(response));
    expect(file.forms.map(({ formNumber }) => formNumber)).toEqual(
      Array.from({ length: FORMS }, (_, index) => index + 1),
    );
  });

  it('holds each form that was there at the begin, whole, though forms are saved and edited', async () => {
    const person = await freshUser(test, ['Tremor', 'Stiffness']);
    for (let form = 0; form < 70; form += 1) await savedForm(person);
    const file = await exportAccount(test.context.db, person, {
      format: 'json',
      now: test.now,
      zone: 'America/New_York',
    });
    let written = '';
    for await (const piece of file?.pieces ?? []) {
      written += piece;
      // Between one piece and the next: a new form, one that was read already, and one that was not.
      await savedForm(person);
      for (const formNumber of [2, 69]) {
        const formData = { formNumber, symptom1: { severity: 5 }, symptom2: { severity: 5 } };
        const edit = { userId: person.userId, action: 'form', formData };
        await person.browser.call('updateSymptoms', edit);
      }
    }
    const { forms }: AccountFile = JSON.parse(written);
    expect(forms.map(({ formNumber }) => formNumber)).toEqual(
      Array.from({ length: 70 }, (_, index) => index + 1),
    );
    for (const { version, ratings, formerVersions } of forms) {
      expect(formerVersions).toHaveLength(version - 1);
      expect(ratings.map(({ severity }) => severity)).toEqual(version > 1 ? [5, 5] : [4, 2]);
    }
    expect([forms[1]?.version, forms[68]?.version]).toEqual([2, 3]);
  });
});
