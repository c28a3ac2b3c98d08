import { afterEach, describe, expect, it } from 'vitest';
import type { Endpoint } from '../contract/endpoint.ts';
import { allCalls, endpoints } from '../contract/endpoints.ts';
import { KINDS } from '../contract/kinds.ts';
import { Browser, freshUser, type TestApp, type TestUser, testApp } from './testing/app.ts';
import { caregiverOf } from './testing/caregivers.ts';
import { everythingStored, forgetEverybody, onEveryDatabase } from './testing/databases.ts';
import { savedForm } from './testing/entries.ts';
import { fieldsOf, isOfKind, kindsOf, valueAt } from './testing/fields.ts';
import { standInForNtfy } from './testing/ntfy.ts';
import { standInForPush } from './testing/pushing.ts';
import { expectRefusal, wholeAnswer } from './testing/refusals.ts';
import { type Sample, samples } from './testing/samples.ts';
import { userWhoReads } from './testing/sharing.ts';

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

it.each(allCalls.filter((call) => 'userId' in (kindsOf(call)[0]?.properties ?? {})))(
  '%s documents its answer to the id of another user',
  (call) => {
    expect(endpoints[call].errors).toContain('userNotFound');
  },
);

/** The parts of a response that differ between two users who send the same request. */
const OF_ONE_PERSON =
  /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\b[0-9a-f]{32,64}\b|(new-)?person\d+@|#[^"]+|shlink:[^"]+|"(challenge|id)":"[\w-]{40,}"/g;

/** The tables of entries and of their former values. */
const ENTRIES = ['entries', 'former_entries'];

/** Calls whose sample saves a new entry, which a caregiver may do. */
function isNew({ call }: Sample): boolean {
  const saves = KINDS.filter((kind) => kind.savedBy === 'helpers' && 'edit' in kind.calls);
  return ['saveSymptomForm', ...saves.map(({ calls }) => calls.save)].includes(call);
}

onEveryDatabase((place, onlyOnce) => {
  const pushing = standInForPush(() => test.now);
  standInForNtfy(pushing.settings);
  const test: TestApp = testApp(place, pushing.settings);
  afterEach(() => forgetEverybody(test.context.db));

  const needsReader = ({ call }: Sample) => endpoints[call].session === 'reader';

  const needsSession = (sample: Sample) =>
    endpoints[sample.call].session !== 'none' && !needsReader(sample);

  // The session guard rejects these calls before they query the database, so the test runs once, not on every database.
  onlyOnce(() => {
    it.each(samples.filter(needsSession))('$title needs a session', async (sample) => {
      const input = sample.input(await sample.caller(test));
      const { browser: reader, userId } = await userWhoReads(test);
      reader.cookie = undefined;
      const before = await everythingStored(test.context.db);
      const stranger = new Browser(test);
      expectRefusal(await stranger.call(sample.call, input), 401, 'Please sign in.');
      stranger.cookie = `session=${'A'.repeat(43)}`;
      expectRefusal(await stranger.call(sample.call, input), 401, 'Please sign in.');
      for (const asked of [input, { ...input, userId }]) {
        expectRefusal(await reader.call(sample.call, asked), 401, 'Please sign in.');
      }
      expect(await everythingStored(test.context.db)).toEqual(before);
    });

    it.each(samples.filter(needsReader))(
      '$title needs a reader’s session, and rejects the owner’s own session',
      async (sample) => {
        const caller = await sample.caller(test);
        const input = sample.input(caller);
        const { browser: owner } = caller;
        for (const name of owner.cookies.keys()) {
          if (name.startsWith('reader-')) owner.cookies.delete(name);
        }
        const { browser: other } = await userWhoReads(test);
        const before = await everythingStored(test.context.db);
        for (const browser of [owner, other, new Browser(test)]) {
          expectRefusal(await browser.call(sample.call, input), 401, 'Please open the link again.');
        }
        expect(await everythingStored(test.context.db)).toEqual(before);
      },
    );
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

  /** Calls with the id of a person. Not `createUser`, because only people with a profile can have caregivers. */
  const ofPerson = samples.filter(
    ({ call, input }) => call !== 'createUser' && 'userId' in input(SOMEBODY),
  );

  describe.each(ofPerson)('$title, called by a caregiver', (sample) => {
    const { session, sharedActions }: Endpoint = endpoints[sample.call];
    const { action } = sample.input(SOMEBODY);
    const right = !sharedActions || sharedActions.includes(String(action)) ? session : 'own';

    /** The answer to the call with a person's id, from a caregiver's session. */
    async function answerTo(may: 'read' | 'log', { isEnded = false } = {}) {
      const person = await sample.caller(test);
      const caregiver = await caregiverOf(test, person, { may });
      if (isEnded) {
        const { userId } = person;
        await test.context.db.deleteFrom('caregivers').where('user_id', '=', userId).execute();
      }
      const before = await everythingStored(test.context.db);
      const input = sample.input(person);
      // A report goes only to the caller's own address, so the caregiver's address is sent instead.
      const own = 'email' in input && sample.call === 'sendExportEmail' && caregiver.email;
      const answer = await caregiver.browser.call(sample.call, {
        ...input,
        ...(own && { email: own }),
      });
      return { answer, before, after: await everythingStored(test.context.db) };
    }

    onlyOnce(() => {
      it('whose access has ended, is answered as for an unknown person', async () => {
        const { answer, before, after } = await answerTo('log', { isEnded: true });
        expectRefusal(answer, 404, 'User not found');
        expect(after).toEqual(before);
      });
    });

    it('who may read, is answered as the contract says', async () => {
      const { answer, before, after } = await answerTo('read');
      if (right === 'read') expect(answer.statusCode).toBe(200);
      else expectRefusal(answer, 404, 'User not found');
      expect(after).toEqual(before);
    });

    it('who may log, is answered as the contract says', async () => {
      const { answer, before, after } = await answerTo('log');
      if (right === 'own') {
        expectRefusal(answer, 404, 'User not found');
      } else if (right === 'read' || isNew(sample)) {
        expect(answer.statusCode).toBe(200);
      } else {
        expect([403, 404, 409]).toContain(answer.statusCode);
        expect(answer.json().error).not.toBe('User not found');
      }
      // What the person has entered stays as it was.
      for (const table of ENTRIES) {
        expect(after[table], table).toEqual(expect.arrayContaining(before[table] ?? []));
      }
      if (!isNew(sample)) expect(after).toEqual(before);
    });
  });

  describe.each(samples)('$title', (sample) => {
    onlyOnce(() => {
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

  it('an edit answers the same for another user’s form and for one that does not exist', async () => {
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
      expectRefusal(answer, 404, 'This form is no longer here. Please reload the page.');
      answers.push(wholeAnswer(answer));
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(await everythingStored(test.context.db)).toEqual(before);
  });
});
