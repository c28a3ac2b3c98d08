import { expect, it } from 'vitest';
import { calls as contract } from '../../src/contract/calls.ts';
import { freshUser, testApp } from '../../src/server/testing/app.ts';
import { onEveryDatabase } from '../../src/server/testing/databases.ts';
import { formsOf } from '../../src/server/testing/entries.ts';
import { askForChange } from '../../src/server/testing/outbox.ts';
import { readPdf } from '../../src/server/testing/pdf-reader.ts';
import { addProvider, addSpreadsheet } from '../../src/server/testing/rows.ts';
import { type Sample, samples } from '../../src/server/testing/samples.ts';
import { tell } from './figures.ts';
import { UUIDS } from './others-ids.ts';
import { MARK, plantOther, rowsAsText } from './planted.ts';

/** Ways through the calls that their samples don't take. */
const BESIDE_THE_SAMPLES: readonly Sample[] = [
  {
    // A name that is past with both comes back with the caller.
    call: 'updateSymptoms',
    title: 'updateSymptoms, a past symptom',
    caller: async (test) => {
      const user = await freshUser(test, ['Fatigue']);
      const { browser, userId } = user;
      await browser.call('updateSymptoms', { userId, action: 'update', symptom1: 'Slowness' });
      return user;
    },
    input: ({ userId }) => ({ userId, action: 'update', symptom1: 'Fatigue' }),
    needed: [],
  },
  {
    call: 'changeEmail',
    title: 'changeEmail, the address it is',
    caller: async (test) => {
      const user = await freshUser(test);
      return { ...user, proof: await askForChange(test, user, user.email) };
    },
    input: ({ userId, email, password, proof }) => ({ userId, email, password, ...proof }),
    needed: [],
  },
];

const HOUR_MS = 3_600_000;

/** Visits are a browser's, by its cookie (`visit-cookies.test.ts`). */
const OF_NO_PERSON = ['provider_visits'];

onEveryDatabase((place) => {
  const test = testApp(place);

  it('every call of one’s own, beside another who has something in every table', async (context) => {
    // An hour ahead of the others, so that a page of the latest without a filter begins with theirs.
    test.now += HOUR_MS;
    const { user: other, rows: planted } = await plantOther(test);
    test.now -= HOUR_MS;
    const empty = Object.keys(planted).filter((table) => planted[table]?.length === 0);
    expect(empty.sort()).toEqual(OF_NO_PERSON);
    // Their ids, too: an entry of the activity tells nothing else of whose it is.
    const ids = JSON.stringify(planted).match(UUIDS) ?? [];
    const theirs = [...new Set([MARK, other.email, ...ids])];
    for (const sample of [...samples, ...BESIDE_THE_SAMPLES]) {
      const caller = await sample.caller(test);
      // So that a query that forgets whose rows it wants begins all the same.
      await addProvider(test, caller);
      if ((await formsOf(caller)).length > 0) await addSpreadsheet(test, caller);
      const input = sample.input(caller);
      const { userId, format } = input;
      // What is looked up without a limit, too.
      const isLookup = contract[sample.call].method === 'GET' && userId !== undefined;
      for (const asked of isLookup ? [{ userId, ...(format ? { format } : {}) }, input] : [input]) {
        const answer = await caller.browser.call(sample.call, asked);
        expect(answer.statusCode, sample.title).toBeLessThan(300);
        const isPdf = answer.headers['content-type'] === 'application/pdf';
        const told = isPdf ? (await readPdf(answer.rawPayload)).text : answer.body;
        const found = theirs.filter((text) => told.includes(text));
        expect(found, `told by ${sample.title}`).toEqual([]);
      }
      const kept = await rowsAsText(test);
      for (const [table, rows] of Object.entries(planted)) {
        expect(kept[table], `${table} after ${sample.title}`).toEqual(
          expect.arrayContaining([...rows]),
        );
      }
    }
    const tables = Object.keys(planted).length - OF_NO_PERSON.length;
    tell(
      context,
      `${samples.length} kinds of calls beside another with rows in ${tables} tables: told nothing of them, and left them as they were`,
    );
  });
});
