import { describe, expect, it } from 'vitest';
import { freshUser, secondBrowser, type TestUser, testApp } from '../testing/app.ts';
import { addedPasskey } from '../testing/authenticator.ts';
import { caregiverOf, invited, letIn } from '../testing/caregivers.ts';
import { savedCheckIn } from '../testing/check-ins.ts';
import { everythingStored, onEveryDatabase } from '../testing/databases.ts';
import { EARLIER, savedDiary } from '../testing/diary.ts';
import { formsOf, savedForm } from '../testing/entries.ts';
import { collected, madeHealthLink } from '../testing/health-links.ts';
import { loggedDose, savedMedication } from '../testing/medication.ts';
import { askForChange, askForLink, askForReset, lettersTo } from '../testing/outbox.ts';
import { browserElsewhere } from '../testing/places.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { savedReminders, subscriptionInput } from '../testing/reminders.ts';
import {
  addProvider,
  addSpreadsheet,
  everyRow,
  everyText,
  withoutPassword,
} from '../testing/rows.ts';
import { madeShare, PASSCODE, reading } from '../testing/sharing.ts';
import { savedVisit } from '../testing/visits.ts';
import { deleteWholeAccount } from './account-deletion.ts';
import { countedKeysOf, limit, limitedKey, OF_ADDRESS } from './counted.ts';
import { countWrongCode } from './guesses.ts';
import { findAccountOf } from './queries/accounts.ts';
import { countAttempt } from './queries/attempts.ts';
import { holdEmail } from './queries/held-emails.ts';
import { addOAuthFlow } from './queries/oauth-flows.ts';

const NOT_YOURS = 'That password is wrong. Please try again.';
const MINUTES_5 = 300_000;

onEveryDatabase((place) => {
  const test = testApp(place);

  async function remove({ browser, userId, password }: TestUser, other: object = {}) {
    return await browser.call('deleteAccount', { userId, password, ...other });
  }

  /** A user with a row in every table. */
  async function userWithEverything(): Promise<TestUser> {
    const user = await freshUser(test, ['Tremor', 'Stiffness', 'Balance', 'Fatigue']);
    const { browser, userId, email } = user;
    await browser.call('deleteSymptom', { userId, symptomNumber: 4 });
    const { formNumber } = await savedForm(user);
    const row = { user_id: userId, kind: 'form', number: formNumber, filled: 'D' };
    await test.context.db.insertInto('sheet_rows').values(row).execute();
    const symptom1 = { name: 'Tremor', severity: 1, notes: 'Edited' };
    const formData = { formNumber, symptom1 };
    await browser.call('updateSymptoms', { userId, action: 'form', formData });
    const { medicationId } = await savedMedication(user);
    await savedMedication(user, { medicationId, strength: 200, version: 1 });
    const { doseId } = await loggedDose(user);
    await browser.call('updateDose', { userId, doseId, amount: 2 });
    await savedCheckIn(user);
    await savedCheckIn(user, { mood: 1, version: 1 });
    await savedDiary(user, { [EARLIER]: 'off' });
    const { visitId } = await savedVisit(user);
    await savedVisit(user, { visitId, topics: ['Sleep'], version: 1 });
    await addProvider(test, user);
    await addedPasskey(user);
    await addSpreadsheet(test, user);
    await savedReminders(user);
    await browser.call('addPushDevice', { userId, ...subscriptionInput() });
    // The user is made their own caregiver, so that the deletion changes no other person's rows.
    await letIn(test, user, user, { may: 'log' });
    await invited(test, user, `helper-${email}`);
    const share = await madeShare(test, user, { passcode: PASSCODE });
    await reading(test, share, { passcode: PASSCODE });
    const otherSecret = { ...share, secret: 'A'.repeat(43) };
    await browserElsewhere(test).call('openShare', otherSecret);
    await limit(test.context, 'linkReports', share.shareId);
    await collected(test, await madeHealthLink(user));
    await addOAuthFlow(test.context.db, {
      stateHash: `state of ${userId}`,
      browserHash: `browser of ${userId}`,
      userId,
      sealed: test.context.secrets.seal('{}'),
      expiresAt: test.now + 1000,
    });
    await test.context.db
      .insertInto('address_splits')
      .values({ user_id: userId, owner_id: userId, split_at: test.now, joins_at: test.now })
      .execute();
    const former = { secretHash: `undo of ${userId}`, userId, email: `former-${email}` };
    await holdEmail(test.context.db, { ...former, expiresAt: test.now + 1000 }, test.now);
    await test.context.db
      .insertInto('consents')
      .values({ user_id: userId, at: test.now, url: 'https://example.org/privacy' })
      .execute();
    await askForReset(test, user);
    await askForLink(test, user);
    await askForChange(test, user, `new-${email}`);
    await browserElsewhere(test).call('signIn', { email, password: 'wrong' });
    await secondBrowser(test, user);
    for (let time = 1; time <= 20; time += 1) await countWrongCode(test.context, email);
    for (const what of Object.keys(OF_ADDRESS) as (keyof typeof OF_ADDRESS)[]) {
      const { key, limit } = limitedKey(test.context, what, email);
      await countAttempt(test.context.db, key, limit, test.now);
    }
    return { ...user, share };
  }

  /** The rate-limit keys of a user. */
  function keysOf({ email, share }: TestUser): string[] {
    return countedKeysOf(test.context, { email, shareIds: [share?.shareId ?? ''] });
  }

  /** Says of rows of rate limits whether they are a user's. */
  function limitsOf(user: TestUser) {
    const keys = keysOf(user);
    return ({ limit_key }: Readonly<Record<string, unknown>>) => keys.includes(String(limit_key));
  }

  it('leaves the database as if the person had never been there', async () => {
    const { attempts: _, jobs: before = [], ...other } = await everyRow(test.context.db);
    const user = await userWithEverything();
    const { attempts, ...filled } = await everyRow(test.context.db);
    for (const [table, rows] of Object.entries(filled)) {
      // These rows belong to no account.
      if (table.startsWith('kysely') || table === 'noted_times') continue;
      const others = table === 'jobs' ? before : other[table];
      expect(rows.length, table).toBeGreaterThan(others?.length ?? 0);
    }
    const isTheirs = limitsOf(user);
    expect(attempts?.filter(isTheirs)).toHaveLength(keysOf(user).length);

    const response = await remove(user);
    expect([response.statusCode, response.json()]).toEqual([200, {}]);
    const { attempts: left, jobs = [], ...after } = await everyRow(test.context.db);
    expect(after).toEqual(other);
    // The only new row is the job that revokes the tokens. The job does not show whose account it was.
    expect(jobs).toEqual(expect.arrayContaining([...before]));
    expect(jobs).toHaveLength(before.length + 1);
    const ids = new Set(before.map(({ id }) => id));
    const [added] = jobs.filter(({ id }) => !ids.has(id));
    expect(added).toMatchObject({ kind: 'revoke', user_id: null, detail: 'github' });
    expect(left?.filter(isTheirs)).toEqual([]);
    const text = await everyText(test);
    for (const trace of [user.userId, user.email, test.context.secrets.keyedHash(user.email)]) {
      expect(text).not.toContain(trace);
    }
  });

  it('keeps every row of everyone else', async () => {
    const kept = await userWithEverything();
    const before = await everyRow(test.context.db);
    await remove(await userWithEverything());
    const { attempts, jobs = [], ...after } = await everyRow(test.context.db);
    const { attempts: attemptsBefore, jobs: jobsBefore = [], ...others } = before;
    expect(after).toEqual(others);
    expect(attempts?.filter(limitsOf(kept))).toEqual(attemptsBefore?.filter(limitsOf(kept)));
    expect(jobs).toEqual(expect.arrayContaining([...jobsBefore]));
    expect(jobs).toHaveLength(jobsBefore.length + 1);
    expect(await formsOf(kept)).toHaveLength(1);
    expect((await kept.browser.call('getSession')).statusCode).toBe(200);
    expect(await lettersTo(test, kept.email)).toHaveLength(3);
  });

  it('signs the user out everywhere, and clears this browser’s cookie', async () => {
    const user = await freshUser(test);
    const elsewhere = await secondBrowser(test, user);
    const { cookie } = user.browser;
    await remove(user);
    expect(user.browser.cookie).toBeUndefined();
    user.browser.cookie = cookie;
    for (const { browser } of [user, elsewhere]) {
      expectRefusal(await browser.call('getSession'), 401, 'Please sign in.');
    }
    const { email, password } = user;
    const signIn = await browserElsewhere(test).call('signIn', { email, password });
    expectRefusal(signIn, 401, 'Wrong email or password. Please try again.');
  });

  it('frees the address for a new account, which is empty', async () => {
    const user = await userWithEverything();
    await remove(user);
    const browser = browserElsewhere(test);
    const { email, password } = user;
    const { userId } = (await browser.call('signUp', { email, password })).json();
    expect(userId).not.toBe(user.userId);
    expect((await browser.call('getAccount', { userId })).json()).toMatchObject({
      waysIn: [{ kind: 'password' }],
    });
    await browser.call('signIn', { email, password });
    const forms = await browser.call('getUserForms', { userId });
    expect(forms.json()).toEqual([]);
  });

  it.each([
    ['wrong', 'not this one'],
    ['missing', undefined],
    ['empty', ''],
  ])('is refused if the password is %s, and nothing is deleted', async (_what, password) => {
    const user = await userWithEverything();
    const before = await everythingStored(test.context.db);
    expectRefusal(await remove(user, { password }), 403, NOT_YOURS);
    expect(await everythingStored(test.context.db)).toEqual(before);
    expect((await user.browser.call('getSession')).statusCode).toBe(200);
  });

  it('changes nothing if the session has ended since the password was checked', async () => {
    const user = await userWithEverything();
    const caregiver = await caregiverOf(test, user, { may: 'log' });
    const account = await findAccountOf(test.context.db, user.userId);
    if (!account) throw new Error('The account is missing.');
    const before = await everythingStored(test.context.db);
    expect(await deleteWholeAccount(test.context, account, 'a session that has ended')).toBe(false);
    expect(await everythingStored(test.context.db)).toEqual(before);
    expect(await lettersTo(test, caregiver.email)).toEqual([]);
  });

  it('allows 20 wrong passwords to the session, and then ten in a minute', async () => {
    const user = await freshUser(test);
    for (let time = 1; time <= 30; time += 1) await remove(user, { password: 'wrong' });
    expectRefusal(await remove(user), 429, 'Too many attempts. Please try again later.');
    test.now += 60_000;
    expect((await remove(user)).statusCode).toBe(200);
  });

  describe('an account without a password', () => {
    it('is deleted within five minutes of a sign-in', async () => {
      const user = await withoutPassword(test, await freshUser(test));
      test.now += MINUTES_5 - 1;
      expect((await remove(user, { password: undefined })).statusCode).toBe(200);
      expect(await everyText(test)).not.toContain(user.userId);
    });

    it('is not deleted after that, whatever password is given', async () => {
      const user = await withoutPassword(test, await freshUser(test));
      test.now += MINUTES_5;
      for (const password of [undefined, '', user.password]) {
        const refused = await remove(user, { password });
        expectRefusal(refused, 403, 'First, please confirm that it’s you.');
      }
      expect((await user.browser.call('getSession')).statusCode).toBe(200);
    });
  });

  describe('at once with', () => {
    async function nothingIsLeftOf({ userId, email }: TestUser) {
      const text = await everyText(test);
      expect(text).not.toContain(userId);
      expect(text).not.toContain(`"${email}"`);
    }

    it('another deletion: the account is gone, and neither response is a fault', async () => {
      const user = await userWithEverything();
      const elsewhere = await secondBrowser(test, user);
      const answers = await Promise.all([remove(user), remove(elsewhere)]);
      const statuses = answers.map(({ statusCode }) => statusCode).sort();
      expect(statuses[0]).toBe(200);
      expect([200, 401, 404]).toContain(statuses[1]);
      await nothingIsLeftOf(user);
    });

    it('sign-ins, changes and saves: they happen before it, or not at all', async () => {
      for (let round = 1; round <= 5; round += 1) {
        const user = await freshUser(test, ['Tremor', 'Stiffness']);
        const { email, password } = user;
        const later = browserElsewhere(test);
        const elsewhere = await secondBrowser(test, user);
        elsewhere.browser.address = user.browser.address;
        const [deleted, ...others] = await Promise.all([
          remove(user),
          later.call('signIn', { email, password }),
          elsewhere.browser.call('changeEmail', {
            userId: user.userId,
            email: `moved-${email}`,
            password,
          }),
          ...[1, 2, 3].map(() =>
            elsewhere.browser.call('saveSymptomForm', {
              userId: user.userId,
              formData: { symptom1: { name: 'Tremor', severity: 3 } },
            }),
          ),
        ]);
        expect(deleted.statusCode, `round ${round}`).toBe(200);
        for (const { statusCode } of others) expect([200, 202, 401, 404]).toContain(statusCode);
        expect((await later.call('getSession')).statusCode).toBe(401);
        await nothingIsLeftOf(user);
      }
    });
  });

  it('deletes the queued notice to a former address of the account', async () => {
    const user = await freshUser(test);
    const moved = `moved-away-${user.email}`;
    const proof = await askForChange(test, user, moved);
    const { browser, userId } = user;
    await browser.call('changeEmail', { userId, email: moved, ...proof });
    expect((await lettersTo(test, user.email)).map(({ kind }) => kind)).toEqual(['emailChanged']);
    expect((await remove(user)).statusCode).toBe(200);
    expect(await lettersTo(test, user.email)).toEqual([]);
  });
});
