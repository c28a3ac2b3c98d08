import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { Browser, freshUser, PERSON, type TestApp, testApp } from './testing/app.ts';
import { onEveryDatabase } from './testing/databases.ts';
import { savedForm } from './testing/entries.ts';
import { standInForNtfy } from './testing/ntfy.ts';
import { standInForPush } from './testing/pushing.ts';
import { expectRefusal } from './testing/refusals.ts';
import { samples } from './testing/samples.ts';

const OUR_SIDE = 'Something went wrong on our side. Please try again.';

/** Part of every text that a user enters here. */
const MARK = 'Planted4711';
const email = `${MARK}@example.org`;
const formData = { symptom1: { name: MARK, severity: 3, notes: `Notes ${MARK}` } };

const ERROR_LEVEL = 50;

/** A copy of the input with every string replaced by `MARK`. */
function marked(input: Record<string, unknown>): Record<string, unknown> {
  return JSON.parse(
    JSON.stringify(input, (_, value) => (typeof value === 'string' ? MARK : value)),
  );
}

function errorsIn(test: TestApp) {
  return test.logged.filter(({ level }) => Number(level) >= ERROR_LEVEL);
}

/** Checks that no log line contains texts that users enter, or their credentials. */
function expectNothingPrivate(test: TestApp, browser: Browser) {
  const token = browser.cookie?.split('=')[1];
  expect(token).toHaveLength(43);
  const log = JSON.stringify(test.logged);
  expect(log).not.toContain(token);
  expect(log.toLowerCase()).not.toContain(MARK.toLowerCase());
}

onEveryDatabase((place, onlyOnce) => {
  onlyOnce(() => {
    describe('the log in normal operation', () => {
      const pushing = standInForPush(() => test.now);
      standInForNtfy(pushing.settings);
      const test: TestApp = testApp(place, pushing.settings);

      it('contains no text that a user enters, accepted or refused', async () => {
        const browser = new Browser(test);
        const password = `Password ${MARK}`;
        const { userId } = (await browser.call('signUp', { email, password })).json();
        const asPerson = { userId, email, ...PERSON, password, firstName: MARK, lastName: MARK };
        await browser.call('createUser', asPerson);
        await browser.call('updateSymptoms', { userId, action: 'update', symptom1: MARK });
        await browser.call('updateSymptoms', {
          userId,
          action: 'past',
          pastSymptoms: [`${MARK}2`],
        });
        await browser.call('saveSymptomForm', { userId, formData });
        const edit = { ...formData, formNumber: 1 };
        await browser.call('updateSymptoms', { userId, action: 'form', formData: edit });
        const listed = await browser.call('getUserForms', { userId, sheetName: MARK });
        expect(listed.json()[0].symptoms).toEqual([MARK]);
        const checkIn = { userId, day: '2026-11-18', notes: MARK };
        expect((await browser.call('saveCheckIn', checkIn)).json().notes).toBe(MARK);
        await browser.call('saveCheckIn', { ...checkIn, notes: `Other ${MARK}` });

        const visit = { userId, visitId: randomUUID(), day: null, topics: [MARK] };
        expect((await browser.call('saveVisit', visit)).json().topics).toEqual([MARK]);
        await browser.call('saveVisit', { ...visit, topics: [`Other ${MARK}`] });

        await browser.call('signIn', { email, password: `wrong ${MARK}` });
        await browser.call('signIn', { email: MARK, password: MARK });
        await browser.call('createUser', { userId, email, ...PERSON, birthday: MARK });
        await browser.call('saveSymptomForm', { userId, formData: MARK });
        await browser.call('getUserForms', { userId, from: MARK });
        await browser.send({ method: 'GET', url: `/api/${MARK}?word=${MARK}` });
        await browser.send({ method: 'GET', url: `/api/${MARK}%zz` });
        await browser.send({
          method: 'POST',
          url: '/api/auth/signIn',
          headers: { 'content-type': 'application/json', 'user-agent': MARK },
          payload: `{"email":"${MARK}`,
        });
        expectNothingPrivate(test, browser);
        expect(errorsIn(test)).toEqual([]);
      });

      it.each(samples)(
        '$title: contains neither the user nor the input, valid or not',
        async (sample) => {
          const caller = await sample.caller(test);
          const { email, password, proof = { code: MARK, challenge: MARK }, browser } = caller;
          const token = browser.cookie?.split('=')[1] ?? MARK;
          const input = sample.input(caller);
          const { statusCode } = await browser.call(sample.call, input);
          expect(statusCode).toBeLessThan(300);
          await browser.call(sample.call, marked(input));
          await browser.call(sample.call, { ...marked(input), userId: caller.userId });
          const log = JSON.stringify(test.logged);
          const secrets = [email, password, token, `"${proof.code}"`, proof.challenge, MARK];
          const words = [PERSON.firstName, PERSON.lastName, PERSON.birthday, 'As usual', 'Fatigue'];
          const found = [...secrets, ...words].filter((text) => log.includes(text));
          expect(found).toEqual([]);
        },
      );
    });

    describe('when the database is closed', () => {
      const test = testApp(place);

      it('a call answers 500 without the cause, and logs the cause once, without the input', async () => {
        const { browser, userId } = await freshUser(test, ['Tremor']);
        await test.context.db.destroy();
        const calls = [
          ['saveSymptomForm', { userId, formData }],
          ['getUserForms', { userId, sheetName: MARK }],
          ['signIn', { email, password: MARK }],
        ] as const;
        for (const [call, input] of calls) {
          const before = test.logged.length;
          expectRefusal(await browser.call(call, input), 500, OUR_SIDE);
          const logged = test.logged.slice(before);
          expect(logged).toHaveLength(1);
          expect(logged[0]).toMatchObject({ level: ERROR_LEVEL, msg: 'A request failed' });
          expect(logged[0]).toMatchObject({
            err: { message: expect.stringContaining('destroyed') },
          });
        }
        expectNothingPrivate(test, browser);
      });

      it('the health check answers 503', async () => {
        const response = await new Browser(test).send({ method: 'GET', url: '/healthz' });
        expect([response.statusCode, response.json()]).toEqual([
          503,
          { error: 'The server is busy. Please try again in a moment.' },
        ]);
      });
    });
  });

  describe('when the database refuses a row', () => {
    const test = testApp(place);
    const unique = { symptom1: { name: MARK, severity: 3, notes: `Once ${MARK}` } };

    // These indexes cause errors that only the database detects, and that its messages describe in detail.
    beforeAll(async () => {
      const { db } = test.context;
      await sql`create unique index notes_once on entries (fields) where fields like '%Once%'`.execute(
        db,
      );
      await sql`create unique index one_hash on accounts (substr(password_hash, 1, 9)) where email like 'second%'`.execute(
        db,
      );
    });

    it('logs the cause without the row, which contains a user’s text', async () => {
      const user = await freshUser(test, ['Tremor']);
      await savedForm(user, unique);
      const { browser, userId } = user;
      const again = await browser.call('saveSymptomForm', { userId, formData: unique });
      expectRefusal(again, 500, OUR_SIDE);
      expect(errorsIn(test)).toHaveLength(1);
      expect(errorsIn(test)[0]).toMatchObject({ route: '/api/saveSymptomForm' });
      expectNothingPrivate(test, browser);
    });

    it('logs no value that the database quotes', async () => {
      const user = await freshUser(test, ['Tremor']);
      // PostgreSQL rejects these notes as a number and quotes them; SQLite reads them as 0.
      await sql`create index as_number on entries (cast(fields as integer)) where fields like '%Number%'`.execute(
        test.context.db,
      );
      const { browser, userId } = user;
      const number = { symptom1: { name: MARK, severity: 3, notes: `Number ${MARK}` } };
      const response = await browser.call('saveSymptomForm', { userId, formData: number });
      expect(response.statusCode).toBe(place().engine === 'PostgreSQL' ? 500 : 200);
      expectNothingPrivate(test, browser);
    });

    it('stores nothing of the failed save', async () => {
      const user = await freshUser(test, ['Tremor']);
      const { browser, userId } = user;
      const failed = await browser.call('saveSymptomForm', { userId, formData: unique });
      expect(failed.statusCode).toBe(500);
      expect((await savedForm(user, formData)).formNumber).toBe(1);
    });

    it('does not log an account’s password hash', async () => {
      const password = `Password ${MARK}`;
      const signUp = (email: string) => new Browser(test).call('signUp', { email, password });
      expect((await signUp('second1@example.org')).statusCode).toBe(201);
      expectRefusal(await signUp('second2@example.org'), 500, OUR_SIDE);
      expect(JSON.stringify(test.logged)).not.toContain('argon2id');
    });
  });
});
