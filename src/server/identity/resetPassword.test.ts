import { describe, expect, it } from 'vitest';
import type { Activity } from '../../contract/activity.ts';
import { freshAccount, freshUser, secondBrowser, type TestUser, testApp } from '../testing/app.ts';
import { caregiverOf, invited } from '../testing/caregivers.ts';
import { everythingStored, onEveryDatabase } from '../testing/databases.ts';
import { sendDue } from '../testing/mailing.ts';
import { askForReset, lettersTo, NEW_PASSWORD, type Proof } from '../testing/outbox.ts';
import { browserElsewhere } from '../testing/places.ts';
import { expectRefusal, wholeAnswer } from '../testing/refusals.ts';
import { addProvider, everyText, provenUser, providersOf } from '../testing/rows.ts';
import { madeShare } from '../testing/sharing.ts';
import { findAccountOf } from './queries/accounts.ts';
import { addSession } from './queries/sessions.ts';

const DONE = { message: 'Password has been reset successfully! You can now sign in.' };

onEveryDatabase((place) => {
  const test = testApp(place);

  async function ask(email: string, newPassword = NEW_PASSWORD) {
    return await browserElsewhere(test).call('resetPassword', { email, newPassword });
  }

  async function reset({ email }: TestUser, proof: Proof, newPassword = NEW_PASSWORD) {
    return await browserElsewhere(test).call('resetPassword', { email, newPassword, ...proof });
  }

  async function signInStatus(email: string, password: string): Promise<number> {
    return (await browserElsewhere(test).call('signIn', { email, password })).statusCode;
  }

  async function accountOf({ userId }: TestUser) {
    return await findAccountOf(test.context.db, userId);
  }

  async function setProven({ userId }: TestUser, email_proven: number) {
    const { db } = test.context;
    await db.updateTable('accounts').set({ email_proven }).where('user_id', '=', userId).execute();
  }

  describe('asking for a code', () => {
    it('changes no password, no session and no sign-in method', async () => {
      const { browser, email, password } = await freshUser(test, ['Tremor']);
      const before = await everythingStored(test.context.db);
      await ask(email);
      expect(await everythingStored(test.context.db)).toEqual(before);
      expect((await browser.call('getSession')).statusCode).toBe(200);
      expect(await signInStatus(email, password)).toBe(200);
      expect(await signInStatus(email, NEW_PASSWORD)).toBe(401);
    });

    it('mails one code of six digits', async () => {
      const { email } = await freshUser(test);
      await ask(` ${email.toUpperCase()} `);
      const code = expect.stringMatching(/^\d{6}$/);
      expect(await lettersTo(test, email)).toEqual([{ kind: 'resetCode', code }]);
    });

    it('answers the same for a known and an unknown address, except for the challenge', async () => {
      const { email } = await freshUser(test);
      const answers = [await ask(email), await ask('nobody-at-all@example.org')];
      const challenges = answers.map((answer) => answer.json().challenge as string);
      expect(new Set(challenges).size).toBe(2);
      for (const challenge of challenges) expect(challenge).toMatch(/^[\w-]{43}$/);
      const [known, unknown] = answers.map((answer, index) => {
        const whole = wholeAnswer(answer);
        return { ...whole, body: whole.body.replace(challenges[index] ?? '', '*') };
      });
      expect(known).toMatchObject({ status: 202, body: '{"challenge":"*"}' });
      expect(unknown).toEqual(known);
    });

    it('leaves the same rows for a known and an unknown address, until mail is sent', async () => {
      const { db } = test.context;
      const { email } = await freshUser(test);
      const unknown = 'nobody-gets-this@example.org';
      await ask(email);
      await ask(unknown);
      expect([await lettersTo(test, email), await lettersTo(test, unknown)]).toEqual([
        [{ kind: 'resetCode', code: expect.anything() }],
        [{ kind: 'resetCode', code: expect.anything() }],
      ]);
      const codes = await db.selectFrom('codes').select(['tries', 'user_id']).execute();
      for (const code of codes) expect(code).toEqual({ tries: 0, user_id: null });

      // The mail server of these tests accepts nothing, so an email that was not dropped is still queued.
      await sendDue(test);
      expect(await lettersTo(test, email)).toHaveLength(1);
      expect(await lettersTo(test, unknown)).toEqual([]);
    });

    it('does not store the password that was typed with the request', async () => {
      const { email } = await freshUser(test);
      await ask(email, 'planted horse 4711');
      expect(await everyText(test)).toContain(email);
      expect(await everyText(test)).not.toContain('planted horse');
      expect(JSON.stringify(test.logged)).not.toContain('planted horse');
    });

    it('stores the code and the challenge only as hashes', async () => {
      const user = await freshUser(test);
      const { challenge, code } = await askForReset(test, user);
      const rows = JSON.stringify(await test.context.db.selectFrom('codes').selectAll().execute());
      for (const secret of [challenge, code, user.email]) {
        expect(rows).not.toContain(`"${secret}"`);
      }
    });

    it.each([
      ['too short', 'five5', 'Password must be at least 6 characters long'],
      ['too long', 'x'.repeat(201), 'newPassword must be text of at most 200 characters'],
      ['too common', 'Password1', 'This password is too common. Please choose another one.'],
      ['about the app', 'Parkinsons-1', 'This password is too common. Please choose another one.'],
    ])('mails no code for a password that is %s', async (_what, newPassword, words) => {
      const { email } = await freshUser(test);
      expectRefusal(await ask(email, newPassword), 400, words);
      expect(await lettersTo(test, email)).toEqual([]);
    });
  });

  describe('the code', () => {
    it('sets the password: only the new one signs in from then on', async () => {
      const user = await provenUser(test);
      const response = await reset(user, await askForReset(test, user));
      expect([response.statusCode, response.json()]).toEqual([200, DONE]);
      expect(await signInStatus(user.email, user.password)).toBe(401);
      expect(await signInStatus(user.email, NEW_PASSWORD)).toBe(200);
    });

    it('can set another password than the one typed with the request', async () => {
      const user = await freshUser(test);
      await reset(user, await askForReset(test, user), 'quite another 48');
      expect(await signInStatus(user.email, NEW_PASSWORD)).toBe(401);
      expect(await signInStatus(user.email, 'quite another 48')).toBe(200);
    });

    it.each(['proven', 'empty'])(
      'ends every session, so that a stolen cookie becomes useless, of an account that is %s',
      async (kind) => {
        const user = await (kind === 'proven' ? provenUser(test) : freshAccount(test));
        const thief = browserElsewhere(test);
        thief.cookie = user.browser.cookie;
        const elsewhere = await secondBrowser(test, user);
        const other = await freshUser(test);
        const proof = await askForReset(test, user);
        expect((await thief.call('getSession')).statusCode).toBe(200);

        await reset(user, proof);
        for (const browser of [thief, user.browser, elsewhere.browser]) {
          expectRefusal(await browser.call('getSession'), 401, 'Please sign in.');
          const { userId } = user;
          expectRefusal(await browser.call('getUserForms', { userId }), 401, 'Please sign in.');
        }
        expect((await other.browser.call('getSession')).statusCode).toBe(200);
      },
    );

    it('starts no session by itself', async () => {
      const user = await freshUser(test);
      expect((await reset(user, await askForReset(test, user))).cookies).toEqual([]);
    });

    it('mails a notice that lists what still lets others in', async () => {
      const user = await freshUser(test);
      await setProven(user, 1);
      await addProvider(test, user);
      const helper = await caregiverOf(test, user, { may: 'read' });
      await invited(test, user, 'tom@example.org');
      const { shareId } = await madeShare(test, user);
      await user.browser.call('endShare', { userId: user.userId, shareId });
      await madeShare(test, user);
      await reset(user, await askForReset(test, user));
      expect(await lettersTo(test, user.email)).toContainEqual({
        kind: 'passwordChanged',
        isReset: true,
        stays: {
          providers: ['google'],
          helpers: [helper.email],
          invitations: 1,
          links: 1,
          ntfy: false,
        },
      });
    });

    it.each([
      ['a space in it', (code: string) => `${code.slice(0, 3)} ${code.slice(3)}`],
      ['a hyphen in it', (code: string) => `${code.slice(0, 3)}-${code.slice(3)}`],
      ['spaces all over', (code: string) => ` ${[...code].join(' ')}\n`],
    ])('is accepted with %s', async (_what, written) => {
      const user = await freshUser(test);
      const { challenge, code } = await askForReset(test, user);
      expect((await reset(user, { challenge, code: written(code) })).statusCode).toBe(200);
    });

    it('is not used up by a refused password', async () => {
      const user = await freshUser(test);
      const proof = await askForReset(test, user);
      for (const newPassword of ['five5', 'x'.repeat(201), 'password1']) {
        expect((await reset(user, proof, newPassword)).statusCode).toBe(400);
      }
      expect((await reset(user, proof)).statusCode).toBe(200);
    });

    it('does not change the user’s data', async () => {
      const user = await freshUser(test, ['Tremor']);
      const { accounts, sessions, ...before } = await everythingStored(test.context.db);
      await reset(user, await askForReset(test, user));
      expect(await everythingStored(test.context.db)).toMatchObject(before);
    });
  });

  describe('an account with an unproven address', () => {
    it('loses all other sign-in methods if it is empty, and is proven from then on', async () => {
      const user = await freshAccount(test);
      await addProvider(test, user);
      expect(await accountOf(user)).toMatchObject({ emailProven: false });
      await reset(user, await askForReset(test, user));
      expect(await accountOf(user)).toMatchObject({ emailProven: true });
      expect(await providersOf(test, user)).toEqual({ identities: 0, tokens: 0 });
    });

    it('is told in the letter and the activity what was removed', async () => {
      const user = await freshAccount(test);
      await addProvider(test, user);
      await reset(user, await askForReset(test, user));
      expect((await lettersTo(test, user.email)).at(-1)).toEqual({
        kind: 'passwordChanged',
        isReset: true,
        firstProof: { password: false, providers: ['google'] },
      });
      const { email, userId } = user;
      const owner = browserElsewhere(test);
      test.now += 1000;
      await owner.call('signIn', { email, password: NEW_PASSWORD });
      const activity: Activity[] = (await owner.call('getActivity', { userId })).json();
      const kinds = activity.map(({ kind }) => kind);
      expect(kinds).toEqual(expect.arrayContaining(['passwordReset', 'waysInRemoved']));
    });

    it('keeps them if the address was proven before', async () => {
      const user = await provenUser(test);
      await addProvider(test, user);
      test.now += 1;
      await reset(user, await askForReset(test, user));
      expect(await providersOf(test, user)).toEqual({ identities: 1, tokens: 1 });
    });
  });

  describe('a sign-in with the old password, checked before the reset', () => {
    it('gets no session after it', async () => {
      const { db } = test.context;
      const user = await provenUser(test);
      const checked = await accountOf(user);
      await reset(user, await askForReset(test, user));
      const session = { tokenHash: 'late', isNewUser: false, expiresAt: test.now + 1000 };
      const late = { ...session, ...checked, userId: user.userId, browser: 'A browser' };
      expect(await addSession(db, late, 0)).toBe(false);
      const sessions = db.selectFrom('sessions').selectAll().where('token_hash', '=', 'late');
      expect(await sessions.execute()).toEqual([]);
    });

    it('is not signed in when both are done, in any order', async () => {
      for (let round = 1; round <= 8; round += 1) {
        const user = await (round % 2 ? provenUser(test) : freshAccount(test));
        const proof = await askForReset(test, user);
        const browser = browserElsewhere(test);
        const { email, password } = user;
        const [done] = await Promise.all([
          reset(user, proof),
          browser.call('signIn', { email, password }),
        ]);
        expect(done.statusCode, `round ${round}`).toBe(200);
        expect((await browser.call('getSession')).statusCode, `round ${round}`).toBe(401);
      }
    });
  });
});
