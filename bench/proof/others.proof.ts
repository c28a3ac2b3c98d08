import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { calls as contract } from '../../src/contract/calls.ts';
import { allCalls } from '../../src/contract/endpoints.ts';
import { freshUser, type TestUser, testApp } from '../../src/server/testing/app.ts';
import { everythingStored, onEveryDatabase } from '../../src/server/testing/databases.ts';
import { expectRefusal, wholeAnswer } from '../../src/server/testing/refusals.ts';
import { samples } from '../../src/server/testing/samples.ts';
import { documentedCalls, fieldsIn } from './api-document.ts';
import { tell } from './figures.ts';
import { idFieldsIn, LEADING_NOWHERE } from './id-fields.ts';
import { answersTo, OTHERS_IDS } from './others-ids.ts';
import { rowsAsText } from './planted.ts';

onEveryDatabase((place) => {
  const test = testApp(place);

  it('every documented endpoint with someone else’s id', async (context) => {
    const documented = (await documentedCalls(test)).filter(
      ({ input }) => 'userId' in fieldsIn(input),
    );
    let tried = 0;
    for (const { path, method } of documented) {
      const call = allCalls.find(
        (name) => contract[name].path === path && contract[name].method === method,
      );
      const ofCall = samples.filter((sample) => sample.call === call);
      expect(ofCall.length, `${path} has a sample`).toBeGreaterThan(0);
      for (const sample of ofCall) {
        const caller = await sample.caller(test);
        const other = await freshUser(test, ['Tremor']);
        const input = sample.input(caller);
        const before = await everythingStored(test.context.db);
        const answers = [];
        for (const userId of [other.userId, randomUUID()]) {
          const answer = await caller.browser.call(sample.call, { ...input, userId });
          expectRefusal(answer, 404, 'User not found');
          answers.push(wholeAnswer(answer));
        }
        expect(answers[0]).toEqual(answers[1]);
        expect(await everythingStored(test.context.db)).toEqual(before);
        tried += 1;
      }
    }
    tell(
      context,
      `${documented.length} documented endpoints with a userId, ${tried} kinds of calls: each as for an id that does not exist`,
    );
  });

  it('every field that is like an id, with another’s', async (context) => {
    let tried = 0;
    for (const { path, method, input } of await documentedCalls(test)) {
      const call = allCalls.find(
        (name) => contract[name].path === path && contract[name].method === method,
      );
      if (!call) throw new Error(`${path} is not in the contract`);
      for (const field of idFieldsIn(input).filter((name) => name !== 'userId')) {
        if (LEADING_NOWHERE[call]?.[field]) continue;
        const othersId = OTHERS_IDS[call]?.[field];
        if (!othersId)
          throw new Error(`${call} has the field ${field}, and nothing of another's for it`);
        const { theirs, nobodys } = await answersTo(test, call, othersId, storedOf);
        expect(theirs, `${call}, ${field}`).toEqual(nobodys);
        tried += 1;
      }
    }
    tell(context, `${tried} other fields that are like an id: each as for one that does not exist`);
  });

  /** All that is someone's in the database, but for tries at their codes: those count whoever makes them. */
  async function storedOf({ userId }: TestUser): Promise<unknown> {
    const { codes, ...stored } = await rowsAsText(test);
    return Object.entries(stored).map(([table, rows]) => [
      table,
      rows.filter((row) => row.includes(userId)),
    ]);
  }
});
