import { describe, expect, it } from 'vitest';
import { freshAccount, freshUser, type TestUser, testApp } from '../testing/app.ts';
import { onEveryDatabase } from '../testing/databases.ts';
import { ENTRIES, savedForm } from '../testing/entries.ts';
import { expectRefusal } from '../testing/refusals.ts';

const HOUR_MS = 3_600_000;

onEveryDatabase((place) => {
  const test = testApp(place);

  function list({ browser, userId }: TestUser, wanted: object = {}) {
    return browser.call('getUserForms', { userId, ...wanted });
  }

  async function numbers(user: TestUser, wanted: object = {}): Promise<number[]> {
    const response = await list(user, wanted);
    expect(response.statusCode).toBe(200);
    return response.json().map((form: { formNumber: number }) => form.formNumber);
  }

  /** A user with hourly forms, and the instants when these were logged. */
  async function userWithForms(count: number) {
    const user = await freshUser(test, ['Tremor']);
    const dates = [];
    for (let form = 1; form <= count; form += 1) {
      test.now += HOUR_MS;
      dates.push((await savedForm(user)).date);
    }
    return { user, dates };
  }

  it('answers with an array, newest first', async () => {
    const { user, dates } = await userWithForms(2);
    const response = await list(user);
    expect(response.headers['cache-control']).toBe('no-store');
    const form = {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      symptoms: ['Tremor', 'Stiffness'],
      symptomData: ENTRIES,
      timeZone: 'America/New_York',
      author: 'self',
      version: 1,
      sheetName: `${user.userId}_Grace_Hopper`,
    };
    expect(response.json()).toEqual([
      {
        ...form,
        formNumber: 2,
        rowIndex: 3,
        date: dates[1],
        enteredAt: dates[1],
        cursor: `${Date.parse(dates[1] ?? '')}.2`,
      },
      {
        ...form,
        formNumber: 1,
        rowIndex: 2,
        date: dates[0],
        enteredAt: dates[0],
        cursor: `${Date.parse(dates[0] ?? '')}.1`,
      },
    ]);
  });

  it('orders by the time that a form is for, then by its number', async () => {
    const { user, dates } = await userWithForms(3);
    const { browser, userId } = user;
    const [first, , third] = dates;
    const formData = ENTRIES;
    await browser.call('saveSymptomForm', { userId, formData, loggedAt: first });
    await browser.call('saveSymptomForm', { userId, formData, loggedAt: third });
    expect(await numbers(user)).toEqual([5, 3, 2, 4, 1]);
    expect(await numbers(user, { before: 4 })).toEqual([3, 2, 1]);
    expect(await numbers(user, { formNumber: 4 })).toEqual([4]);
  });

  it('continues after the cursor of the last form, and lists each form once', async () => {
    const { user, dates } = await userWithForms(3);
    const { browser, userId } = user;
    for (const loggedAt of [dates[1], dates[1], dates[0]]) {
      await browser.call('saveSymptomForm', { userId, formData: ENTRIES, loggedAt });
    }
    const pages = [];
    let cursor: string | undefined;
    do {
      const page = (await list(user, { limit: 2, ...(cursor && { cursor }) })).json();
      pages.push(...page.map((form: { formNumber: number }) => form.formNumber));
      cursor = page.length < 2 ? undefined : page.at(-1).cursor;
    } while (cursor !== undefined);
    expect(pages).toEqual([3, 5, 4, 2, 6, 1]);
  });

  it.each(['', '1', '1.2.3', 'x.1', '1.5e3'])("refuses the cursor '%s'", async (cursor) => {
    const user = await freshUser(test);
    expectRefusal(await list(user, { cursor }), 400, 'cursor must be the cursor of a form');
  });

  it('answers with an empty array before the first form', async () => {
    expect(await numbers(await freshUser(test, ['Tremor']))).toEqual([]);
  });

  it('answers with the user’s own forms only', async () => {
    const [one, other] = [await freshUser(test, ['Tremor']), await freshUser(test, ['Tremor'])];
    const own = await savedForm(one);
    await savedForm(other);
    expect((await list(one)).json()).toEqual([own]);
  });

  it('keeps the number and the position of an edited form', async () => {
    const { user } = await userWithForms(3);
    const { browser, userId } = user;
    const formData = { formNumber: 2, symptom1: { name: 'Tremor', severity: 1 } };
    await browser.call('updateSymptoms', { userId, action: 'form', formData });
    expect(await numbers(user)).toEqual([3, 2, 1]);
  });

  it('ignores the sheet name and answers with the session’s own forms', async () => {
    const { user } = await userWithForms(1);
    expect(await numbers(user, { sheetName: 'somebody_else' })).toEqual([1]);
  });

  describe('with from and to', () => {
    it('answers with the forms logged at or after from, and before to', async () => {
      const { user, dates } = await userWithForms(4);
      expect(await numbers(user, { from: dates[1] })).toEqual([4, 3, 2]);
      expect(await numbers(user, { to: dates[1] })).toEqual([1]);
      expect(await numbers(user, { from: dates[1], to: dates[3] })).toEqual([3, 2]);
      expect(await numbers(user, { from: dates[1], to: dates[1] })).toEqual([]);
      expect(await numbers(user, { from: dates[3], to: dates[0] })).toEqual([]);
    });

    it('accepts instants with any offset', async () => {
      const { user, dates } = await userWithForms(2);
      const [, last = ''] = dates;
      const inTokyo = `${new Date(Date.parse(last) + 9 * HOUR_MS).toISOString().slice(0, 19)}+09:00`;
      expect(await numbers(user, { from: inTokyo })).toEqual([2]);
      expect(await numbers(user, { to: inTokyo })).toEqual([1]);
    });

    it.each(['yesterday', '2026-11-18', '2026-02-30T00:00:00Z', '2026-11-18T17:00:00', ''])(
      "refuses '%s'",
      async (instant) => {
        const user = await freshUser(test);
        const rule = 'must be an ISO instant, such as 2026-11-21T13:10:00Z';
        expectRefusal(await list(user, { from: instant }), 400, `from ${rule}`);
        expectRefusal(await list(user, { to: instant }), 400, `to ${rule}`);
      },
    );
  });

  describe('with limit and before', () => {
    it('answers with pages that contain each form once', async () => {
      const { user } = await userWithForms(5);
      expect(await numbers(user, { limit: 2 })).toEqual([5, 4]);
      expect(await numbers(user, { limit: 2, before: 4 })).toEqual([3, 2]);
      expect(await numbers(user, { limit: 2, before: 2 })).toEqual([1]);
      expect(await numbers(user, { limit: 2, before: 1 })).toEqual([]);
      expect(await numbers(user, { limit: 100 })).toEqual([5, 4, 3, 2, 1]);
      expect(await numbers(user, { before: 3 })).toEqual([2, 1]);
    });

    it('counts forms, not symptoms', async () => {
      const { user } = await userWithForms(2);
      const [form] = (await list(user, { limit: 1 })).json();
      expect(form.symptomData).toEqual(ENTRIES);
    });

    it('keeps a page stable while new forms are saved', async () => {
      const { user } = await userWithForms(3);
      const page = await list(user, { limit: 1, before: 3 });
      await savedForm(user);
      expect((await list(user, { limit: 1, before: 3 })).body).toBe(page.body);
    });

    it('stays within the period of from and to', async () => {
      const { user, dates } = await userWithForms(4);
      expect(await numbers(user, { to: dates[3], limit: 2 })).toEqual([3, 2]);
      expect(await numbers(user, { from: dates[1], before: 4, limit: 1 })).toEqual([3]);
    });

    it.each(['0', '-1', '1.5', 'ten', '', '99999999999'])("refuses '%s'", async (count) => {
      const user = await freshUser(test);
      const rule = 'must be a whole number from 1 on';
      expectRefusal(await list(user, { limit: count }), 400, `limit ${rule}`);
      expectRefusal(await list(user, { before: count }), 400, `before ${rule}`);
    });
  });

  it('does not find an account without a profile', async () => {
    expectRefusal(await list(await freshAccount(test)), 404, 'User not found');
  });
});
