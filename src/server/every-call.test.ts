import { describe, expect, it } from 'vitest';
import type { Endpoint } from '../contract/endpoint.ts';
import { allCalls, endpoints } from '../contract/endpoints.ts';
import { Browser, freshUser, type TestApp, type TestUser, testApp } from './testing/app.ts';
import { everythingStored, onEveryDatabase } from './testing/databases.ts';
import { savedForm } from './testing/entries.ts';
import { fieldsOf, isOfKind, kindsOf, valueAt } from './testing/fields.ts';
import { standInForPush } from './testing/pushing.ts';
import { expectRefusal, wholeAnswer } from './testing/refusals.ts';
import { type Sample, samples } from './testing/samples.ts';

const SOMEBODY = { userId: 'u', email: 'u@example.org', password: 'p' } as TestUser;

describe('the samples that every call is tested with', () => {
  it.each(allCalls)('include every kind of %s, with each of its fields', (call) => {
    for (const kind of kindsOf(call)) {
      const input = samples
        .filter((sample) => sample.call === call)
        .map((sample) => sample.input(SOMEBODY))
        .find((sampled) => isOfKind(sampled, kind));
      expect(input, `a sample of ${JSON.stringify(kind)}`).toBeDefined();
      for (const { path } of fieldsOf(kind)) {
        expect(valueAt(input, path), `the sample's ${path}`).toBeDefined();
      }
    }
  });
});

/** The parts of a response that differ between two users who ask the same. */
const OF_ONE_PERSON =
  /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\b[0-9a-f]{32,64}\b|(new-)?person\d+@/g;

onEveryDatabase((place) => {
  const pushing = standInForPush(() => test.now);
  const test: TestApp = testApp(place, pushing.settings);

  const needsSession = ({ call }: Sample) => endpoints[call].session === 'own';

  it.each(samples.filter(needsSession))('$title needs a session', async (sample) => {
    const input = sample.input(await sample.caller(test));
    const before = await everythingStored(test.context.db);
    const stranger = new Browser(test);
    expectRefusal(await stranger.call(sample.call, input), 401, 'Please sign in.');
    stranger.cookie = `session=${'A'.repeat(43)}`;
    expectRefusal(await stranger.call(sample.call, input), 401, 'Please sign in.');
    expect(await everythingStored(test.context.db)).toEqual(before);
  });

  it.each(samples.filter((sample) => 'userId' in sample.input(SOMEBODY)))(
    '$title answers the same for another user’s id and for one that does not exist, and does nothing',
    async (sample) => {
      const caller = await sample.caller(test);
      const other = await sample.caller(test);
      const input = sample.input(caller);
      const before = await everythingStored(test.context.db);
      const answers: ReturnType<typeof wholeAnswer>[] = [];
      for (const userId of [other.userId, crypto.randomUUID(), other.email, '', '*']) {
        const answer = await caller.browser.call(sample.call, { ...input, userId });
        expectRefusal(answer, 404, 'User not found');
        expect(answer.headers['cache-control']).toBe('no-store');
        answers.push(wholeAnswer(answer));
      }
      expect(answers).toEqual(answers.map(() => answers[0]));
      expect(await everythingStored(test.context.db)).toEqual(before);
    },
  );

  describe.each(samples)('$title', (sample) => {
    it('ignores unknown fields', async () => {
      const ask = async (unknown: object) => {
        const somebody = await sample.caller(test);
        const { browser } = somebody;
        return await browser.call(sample.call, { ...sample.input(somebody), ...unknown });
      };
      const plain = await ask({});
      const more = await ask({
        isAdmin: 'true',
        user_id: SOMEBODY.userId,
        form_number: '1',
        '': '',
      });
      expect(more.statusCode).toBe(plain.statusCode);
      expect(more.body.replace(OF_ONE_PERSON, '*')).toBe(plain.body.replace(OF_ONE_PERSON, '*'));
    });

    it('succeeds as the contract says, with a response that must not be cached', async () => {
      const caller = await sample.caller(test);
      const response = await caller.browser.call(sample.call, sample.input(caller));
      const endpoint: Endpoint = endpoints[sample.call];
      expect(response.statusCode).toBe(endpoint.status);
      expect(response.headers['cache-control']).toBe('no-store');
      if (endpoint.files) {
        expect(endpoint.files).toContain(response.headers['content-type']);
        expect(response.headers['content-disposition']).toMatch(/^attachment; filename=/);
        return;
      }
      expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
      expect(endpoint.answer.parse(response.json())).toEqual(response.json());
    });
  });

  it('an edit does not find another user’s form, as if it did not exist', async () => {
    const [one, other] = [
      await freshUser(test, ['Tremor', 'Stiffness']),
      await freshUser(test, ['Tremor', 'Stiffness']),
    ];
    await savedForm(one);
    for (let count = 0; count < 3; count += 1) await savedForm(other);
    const before = await everythingStored(test.context.db);
    const answers = [];
    for (const formNumber of [3, 999]) {
      const formData = { formNumber, symptom1: { name: 'Tremor', severity: 1 } };
      const answer = await one.browser.call('updateSymptoms', {
        userId: one.userId,
        action: 'form',
        formData,
        rowIndex: formNumber + 1,
        sheetName: `${other.userId}_Grace_Hopper`,
      });
      expectRefusal(answer, 404, 'Form not found');
      answers.push(wholeAnswer(answer));
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(await everythingStored(test.context.db)).toEqual(before);
  });
});
