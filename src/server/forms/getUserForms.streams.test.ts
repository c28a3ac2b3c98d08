import { json } from 'node:stream/consumers';
import { beforeAll, expect, it } from 'vitest';
import type { Form } from '../../contract/entities.ts';
import { freshUser, type TestUser, testApp } from '../testing/app.ts';
import { onEveryDatabase } from '../testing/databases.ts';
import { addForms } from '../testing/entries.ts';
import { askedOf } from '../testing/slow-reader.ts';

const SYMPTOMS = 5;
/** So long that all forms together exceed the buffers of a connection. */
const LONG_NOTE = 'x'.repeat(9000);
/** A full first page, full further pages, and a partial last page. */
const FORMS = 650;
const FIRST_PAGE = 300;

onEveryDatabase((place) => {
  const test = testApp(place);
  let user: TestUser;

  beforeAll(async () => {
    user = await freshUser(test);
    await addForms(test, user, FORMS);
  });

  const asked = (wanted = '', { browser, userId } = user) =>
    askedOf(test, browser, `/api/getUserForms?userId=${userId}${wanted}`);

  const downFrom = (first: number, count: number) =>
    Array.from({ length: count }, (_, index) => first - index);

  it('answers with all forms, and reads them page by page', async () => {
    const { count, response } = await asked();
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(response.headers['cache-control']).toBe('no-store');
    const forms = (await json(response)) as Form[];
    expect(forms.map(({ formNumber }) => formNumber)).toEqual(downFrom(FORMS, FORMS));
    const page = { userId: user.userId, limit: 1, before: 2 };
    expect(forms.slice(-1)).toEqual((await user.browser.call('getUserForms', page)).json());
    expect(count.mostRows).toBe(FIRST_PAGE * SYMPTOMS);
  });

  it.each([299, 300, 301, 400, 401, 651])('answers with a limit of %i', async (limit) => {
    const { response } = await asked(`&limit=${limit}`);
    const forms = (await json(response)) as Form[];
    const count = Math.min(limit, FORMS);
    expect(forms.map(({ formNumber }) => formNumber)).toEqual(downFrom(FORMS, count));
  });

  it('answers with a window and before, through several pages', async () => {
    const from = new Date(Date.parse('2020-01-01T00:00:00Z') + 9 * 3_600_000).toISOString();
    const { response } = await asked(`&from=${from}&before=601`);
    const forms = (await json(response)) as Form[];
    expect(forms.map(({ formNumber }) => formNumber)).toEqual(downFrom(600, 591));
  });

  it('reads no faster than the caller, and stops when the caller disconnects', async () => {
    const wordy = await freshUser(test);
    await addForms(test, wordy, FORMS, LONG_NOTE);
    const { count, leave, standstill } = await asked('', wordy);
    await standstill();
    const before = count.queries;
    // A complete answer takes one query each for the session, the person's name, the first page and every further page.
    // Here the app makes fewer queries, because the client reads nothing and not all pages fit in the buffers.
    expect(before).toBeLessThan(2 + 1 + Math.ceil((FORMS - FIRST_PAGE) / 100));
    await leave();
    await standstill();
    expect(count.queries).toBeLessThanOrEqual(before + 1);
  });
});
