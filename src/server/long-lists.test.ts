import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { CallName } from '../contract/calls.ts';
import { addDays, DAY_MS } from '../domain/zone.ts';
import { MOST_TEXT } from './platform/page-length.ts';
import { freshUser, type TestUser, testApp } from './testing/app.ts';
import { deletedCheckIn, savedCheckIn } from './testing/check-ins.ts';
import { onEveryDatabase } from './testing/databases.ts';
import { addForms } from './testing/entries.ts';
import { loggedDose } from './testing/medication.ts';

/** Lists whose text would make an answer long. */

const LONG_NOTE = 'x'.repeat(10_000);
const DAYS = { from: '2020-01-01', to: '2026-11-18' };

interface Listed {
  readonly next?: string;
}

function after(cursor?: string): object {
  return cursor === undefined ? {} : { cursor };
}

it('ends a list after 512 KiB of text', () => {
  expect(MOST_TEXT).toBe(524_288);
});

onEveryDatabase((place) => {
  const test = testApp(place);

  /** The entries of one answer, which must not be long. */
  async function answer({ browser, userId }: TestUser, name: CallName, input: object) {
    const { body, statusCode } = await browser.call(name, { userId, ...input });
    expect(statusCode).toBe(200);
    expect(body.length).toBeLessThan(2 * MOST_TEXT);
    return JSON.parse(body) as (Listed & Record<string, unknown>)[];
  }

  /** All entries, as the web app reads them, and the number of answers. */
  async function all(user: TestUser, name: CallName, rest: (next?: string) => object) {
    const entries: Record<string, unknown>[] = [];
    let next: string | undefined;
    let answers = 0;
    do {
      const page = await answer(user, name, rest(next));
      next = page.at(-1)?.next;
      // Only the last entry says where the list goes on.
      expect(page.filter((entry) => 'next' in entry)).toHaveLength(next === undefined ? 0 : 1);
      entries.push(...page);
      answers += 1;
    } while (next !== undefined);
    return { entries, answers };
  }

  it.each(['getUserForms', 'searchForms'] as const)(
    '%s lists the rest of the forms',
    async (name) => {
      const user = await freshUser(test);
      await addForms(test, user, 60, LONG_NOTE);
      const search = name === 'searchForms' && { search: 'XX' };
      const { entries, answers } = await all(user, name, (cursor) => ({
        ...after(cursor),
        ...search,
      }));
      expect(entries.map(({ formNumber }) => formNumber)).toEqual(
        Array.from({ length: 60 }, (_, index) => 60 - index),
      );
      expect(answers).toBe(6);
    },
  );

  it('getUserForms ends at its limit without a cursor, if the limit is reached first', async () => {
    const user = await freshUser(test);
    await addForms(test, user, 12, LONG_NOTE);
    const [last, ...others] = (await answer(user, 'getUserForms', { limit: 10 })).reverse();
    expect(others).toHaveLength(9);
    expect(last).not.toHaveProperty('next');
  });

  it('getDoses lists the rest, also among doses of one time', async () => {
    const user = await freshUser(test);
    const { doseId } = await loggedDose(user);
    const { db } = test.context;
    const row = await db
      .selectFrom('entries')
      .selectAll()
      .where('entry_id', '=', doseId)
      .executeTakeFirstOrThrow();
    const copies = Array.from({ length: 3000 }, (_, index) => ({
      ...row,
      entry_id: randomUUID(),
      number: index + 2,
      at: Number(row.at) - Math.floor(index / 1000),
    }));
    while (copies.length > 0) {
      await db.insertInto('entries').values(copies.splice(0, 500)).execute();
    }
    const { entries, answers } = await all(user, 'getDoses', after);
    expect(new Set(entries.map((each) => each.doseId)).size).toBe(3001);
    expect(entries).toHaveLength(3001);
    expect(answers).toBe(2);
    const [first, second] = await answer(user, 'getDoses', { limit: 2 });
    expect([first?.doseId, second?.doseId]).toEqual(entries.slice(0, 2).map((each) => each.doseId));
    // The page of the dashboard leaves them out, because the browser can fetch them.
    const { body } = await user.browser.send({ method: 'GET', url: '/dashboard' });
    expect(body).toContain(user.userId);
    expect(body).not.toContain(doseId);
    expect(body.length).toBeLessThan(100_000);
  });

  describe('of check-ins', () => {
    /** Days before today that are copied from a stored check-in. */
    async function copyDays({ userId }: TestUser, days: number) {
      const { db } = test.context;
      const { number, ...row } = await db
        .selectFrom('entries')
        .selectAll()
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow();
      const copies = Array.from({ length: days }, (_, index) => ({
        ...row,
        number: number + index + 1,
        entry_id: addDays(row.entry_id, -index - 1),
        at: row.at - (index + 1) * DAY_MS,
      }));
      await db.insertInto('entries').values(copies).execute();
    }

    it('getCheckIns lists the rest', async () => {
      const user = await freshUser(test);
      await savedCheckIn(user, { notes: LONG_NOTE });
      await copyDays(user, 129);
      const { entries, answers } = await all(user, 'getCheckIns', (to = DAYS.to) => ({
        ...DAYS,
        to,
      }));
      expect(entries.map(({ day }) => day)).toEqual(
        Array.from({ length: 130 }, (_, index) => addDays(DAYS.to, -index)),
      );
      expect(answers).toBe(3);
    });

    it('getDeletedCheckIns lists the last deleted', async () => {
      const user = await freshUser(test);
      await deletedCheckIn(user, { notes: LONG_NOTE });
      await copyDays(user, 99);
      expect(await answer(user, 'getDeletedCheckIns', {})).toHaveLength(50);
    });
  });
});
