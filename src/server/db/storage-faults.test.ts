import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { Browser, freshUser, type TestUser, testApp } from '../testing/app.ts';
import { onSqlite } from '../testing/databases.ts';
import { formsOf, savedForm } from '../testing/entries.ts';
import { expectRefusal } from '../testing/refusals.ts';
import type { Database } from './database.ts';

const NO_ROOM = 'The server has no room to save right now. Please try again later.';

const entry = (notes: string) => ({ symptom1: { name: 'Tremor', severity: 3, notes } });

/** Makes a database refuse to write, as it does where its disk is full or read-only, and mends it. */
interface Fault {
  readonly title: string;
  readonly begin: (db: Database) => Promise<unknown>;
  readonly end: (db: Database) => Promise<unknown>;
}

const SQLITE_FAULTS: readonly Fault[] = [
  {
    title: 'there is no room left',
    async begin(db) {
      const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db);
      await sql`pragma max_page_count = ${sql.lit((rows[0]?.page_count ?? 0) + 4)}`.execute(db);
    },
    end: (db) => sql`pragma max_page_count = 1000000000`.execute(db),
  },
  {
    title: 'the disk is read-only',
    begin: (db) => sql`pragma query_only = on`.execute(db),
    end: (db) => sql`pragma query_only = off`.execute(db),
  },
];

onSqlite((place) =>
  describe.each(SQLITE_FAULTS)('while $title', (fault) => {
    const test = testApp(place);

    it('saves are refused in words, nothing acknowledged is lost, and all works again afterwards', async () => {
      const { db } = test.context;
      const user = await freshUser(test, ['Tremor']);
      await savedForm(user, entry('Before'));
      await fault.begin(db);
      const { acknowledged, refused } = await savesUntilRefused(user);
      expectRefusal(refused, 503, NO_ROOM);
      // What is there can be read all the while.
      expect(await formsOf(user)).toHaveLength(acknowledged);
      // Several at once, of which some share a commit.
      const atOnce = await Promise.all(Array.from({ length: 5 }, () => save(user)));
      expect(atOnce.map(({ statusCode }) => statusCode)).toEqual([503, 503, 503, 503, 503]);
      await fault.end(db);
      expect((await save(user)).json()).toMatchObject({ formNumber: acknowledged + 1 });
      const numbers = (await formsOf(user)).map(({ formNumber }) => formNumber);
      expect(numbers).toEqual(
        Array.from({ length: acknowledged + 1 }, (_, i) => acknowledged + 1 - i),
      );
      expect(JSON.stringify(test.logged)).not.toContain('and so on');
      const health = await new Browser(test).send({ method: 'GET', url: '/healthz' });
      expect(health.statusCode).toBe(200);
    });
  }),
);

const save = ({ browser, userId }: TestUser) =>
  browser.call('saveSymptomForm', { userId, formData: entry('and so on '.repeat(500)) });

async function savesUntilRefused(user: TestUser) {
  for (let acknowledged = 1; acknowledged < 100; acknowledged += 1) {
    const answer = await save(user);
    if (answer.statusCode !== 200) return { acknowledged, refused: answer };
  }
  throw new Error('No save was refused');
}
