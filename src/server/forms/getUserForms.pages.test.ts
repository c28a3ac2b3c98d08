import { beforeAll, expect, it } from 'vitest';
import type { Form } from '../../contract/entities.ts';
import { freshUser, type TestUser, testApp } from '../testing/app.ts';
import { onEveryDatabase } from '../testing/databases.ts';
import { addForms } from '../testing/entries.ts';

/** A full first page, full further pages, and a partial last page. */
const FORMS = 650;

onEveryDatabase((place) => {
  const test = testApp(place);
  let user: TestUser;

  beforeAll(async () => {
    user = await freshUser(test);
    await addForms(test, user, FORMS);
  });

  async function numbers(wanted: object): Promise<number[]> {
    const answer = await user.browser.call('getUserForms', { userId: user.userId, ...wanted });
    const forms: Form[] = answer.json();
    expect(forms.at(-1)).not.toHaveProperty('next');
    return forms.map(({ formNumber }) => formNumber);
  }

  const downFrom = (first: number, count: number) =>
    Array.from({ length: count }, (_, index) => first - index);

  it('answers with all forms, which are read in several queries', async () => {
    expect(await numbers({})).toEqual(downFrom(FORMS, FORMS));
  });

  it.each([49, 50, 51, 150, 151, 651])('answers with a limit of %i', async (limit) => {
    expect(await numbers({ limit })).toEqual(downFrom(FORMS, Math.min(limit, FORMS)));
  });

  it('answers with a window and before, through several queries', async () => {
    const from = new Date(Date.parse('2020-01-01T00:00:00Z') + 9 * 3_600_000).toISOString();
    expect(await numbers({ from, before: 601 })).toEqual(downFrom(600, 591));
  });
});
