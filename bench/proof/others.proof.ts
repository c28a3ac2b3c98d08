import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { calls as contract } from '../../src/contract/calls.ts';
import { allCalls } from '../../src/contract/endpoints.ts';
import { freshUser, testApp } from '../../src/server/testing/app.ts';
import { everythingStored, onEveryDatabase } from '../../src/server/testing/databases.ts';
import { expectRefusal, wholeAnswer } from '../../src/server/testing/refusals.ts';
import { samples } from '../../src/server/testing/samples.ts';
import { documentedCalls, fieldsIn } from './api-document.ts';
import { tell } from './figures.ts';

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
});
