import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../domain/zone.ts';
import { freshUser, secondBrowser, type TestApp, testApp } from '../testing/app.ts';
import { onEveryDatabase } from '../testing/databases.ts';
import { runOAuthFlow, standInForGoogle } from '../testing/oauth-flows.ts';
import {
  askForChange,
  askForLink,
  askForReset,
  lettersTo,
  NEW_PASSWORD,
} from '../testing/outbox.ts';
import { browserElsewhere } from '../testing/places.ts';
import { expectRefusal, wholeAnswer } from '../testing/refusals.ts';
import { splitUsers } from '../testing/splits.ts';
import { limitedKey } from './counted.ts';

const MINUTE = 60_000;
const BUDGET = 100;
const SPENT =
  'Too many attempts. Sign in on a device that you have used before, or with the link that we email you.';
const WITHOUT_MAIL =
  'Too many attempts. Sign in on a device that you have used before. If you have none, write to son@example.org.';

/** A code that differs from the right one. */
function wrong(code: string, by = 1): string {
  return String((Number(code) + by) % 1_000_000).padStart(6, '0');
}

onEveryDatabase((place) => {
  const settings: Record<string, string> = {};
  const google = standInForGoogle(settings);
  const test = testApp(place, settings);
  const other = testApp(place);
  const withoutMail = testApp(place, { SMTP_URL: '', SUPPORT_EMAIL: 'son@example.org' });

  async function signIn(email: string, password: string, through: TestApp = test) {
    return await browserElsewhere(through).call('signIn', { email, password });
  }

  /** Tries wrong passwords from ever new addresses, ten a minute. Returns how many were checked. */
  async function guess(email: string, times: number, through = test): Promise<number> {
    let checked = 0;
    for (let time = 0; time < times; time += 1) {
      if (time % 10 === 0) through.now += MINUTE;
      const { statusCode } = await signIn(email, `wrong ${time}`, through);
      expect([401, 429]).toContain(statusCode);
      if (statusCode === 401) checked += 1;
    }
    through.now += MINUTE;
    return checked;
  }

  /** Stores that the budget of an address is spent, but for some guesses. */
  async function spend(email: string, left = 0, through = test): Promise<void> {
    const { db } = through.context;
    const { key: limit_key } = limitedKey(through.context, 'wrongGuesses', email);
    const tries = JSON.stringify(Array.from({ length: BUDGET - left }, () => through.now));
    const row = { tries, expires_at: through.now + 30 * DAY_MS };
    await db
      .insertInto('attempts')
      .values({ limit_key, ...row })
      .onConflict((conflict) => conflict.column('limit_key').doUpdateSet(row))
      .execute();
  }

  describe('the budget of an address', () => {
    it('allows 100 wrong passwords, and then not even the right one', async () => {
      const { email, password } = await freshUser(test);
      expect(await guess(email, BUDGET + 20)).toBe(BUDGET);
      expectRefusal(await signIn(email, password), 429, SPENT);
      const another = await freshUser(test);
      expect((await signIn(another.email, another.password)).statusCode).toBe(200);
    });

    it('is the same for an address without an account', async () => {
      const { email, password } = await freshUser(test);
      const nobody = 'nobody-here@example.org';
      expect(await guess(nobody, BUDGET + 5)).toBe(BUDGET);
      await spend(email);
      const refused = await signIn(nobody, password);
      expectRefusal(refused, 429, SPENT);
      expect(wholeAnswer(refused)).toEqual(wholeAnswer(await signIn(email, password)));
    });

    it('counts each failure for 30 days', async () => {
      const { email, password } = await freshUser(test);
      await guess(email, 1);
      test.now += DAY_MS - MINUTE;
      await guess(email, BUDGET - 1);
      test.now += 29 * DAY_MS - 12 * MINUTE;
      expectRefusal(await signIn(email, password), 429, SPENT);
      test.now += MINUTE;
      expect((await signIn(email, 'wrong')).statusCode).toBe(401);
      expectRefusal(await signIn(email, password), 429, SPENT);
      test.now += DAY_MS + MINUTE;
      expect((await signIn(email, password)).statusCode).toBe(200);
    });

    it('leaves 200 of 300 guesses that somebody makes in two months', async () => {
      const { email } = await freshUser(test);
      let checked = 0;
      for (let day = 0; day < 60; day += 1) {
        checked += await guess(email, 5);
        test.now += DAY_MS - 3 * MINUTE;
      }
      expect(checked).toBe(200);
    });

    it('counts exactly the last guesses, at once and through two servers', async () => {
      const { email } = await freshUser(test);
      await spend(email, 5);
      other.now = test.now;
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          signIn(email, 'wrong', index % 2 === 0 ? test : other),
        ),
      );
      expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(5);
      expect(answers.filter(({ body }) => body.includes(SPENT))).toHaveLength(5);
    });

    it('is not used up by right passwords, or by tries that a limit refuses', async () => {
      const { email, password } = await freshUser(test);
      await spend(email, 12);
      for (let time = 0; time < 15; time += 1) await signIn(email, 'wrong');
      test.now += MINUTE;
      for (let time = 0; time < 5; time += 1) {
        expect((await signIn(email, password)).statusCode).toBe(200);
      }
      expect((await signIn(email, 'wrong')).statusCode).toBe(401);
      expect((await signIn(email, 'wrong')).statusCode).toBe(401);
      expectRefusal(await signIn(email, 'wrong'), 429, SPENT);
    });

    it('names the person who runs the app where no mail goes out', async () => {
      const { email, password } = await freshUser(withoutMail);
      await spend(email, 0, withoutMail);
      expectRefusal(await signIn(email, password, withoutMail), 429, WITHOUT_MAIL);
      const input = { email, newPassword: NEW_PASSWORD };
      const reset = await browserElsewhere(withoutMail).call('resetPassword', input);
      expectRefusal(reset, 429, WITHOUT_MAIL);
    });
  });

  describe('a code', () => {
    it('that is wrong counts in the budget, and its five tries remain', async () => {
      const { email } = await freshUser(test);
      await spend(email, 5);
      const browser = browserElsewhere(test);
      const { challenge, code } = await askForReset(test, { browser, email });
      const input = { email, newPassword: NEW_PASSWORD, challenge };
      for (let by = 1; by <= 5; by += 1) {
        expect(
          (await browser.call('resetPassword', { ...input, code: wrong(code, by) })).statusCode,
        ).toBe(400);
      }
      expectRefusal(await signIn(email, 'wrong'), 429, SPENT);
      expect((await browser.call('resetPassword', { ...input, code })).statusCode).toBe(400);
    });

    it('works when the budget is spent meanwhile', async () => {
      const { email } = await freshUser(test);
      const browser = browserElsewhere(test);
      const proof = await askForReset(test, { browser, email });
      await spend(email);
      const input = { email, newPassword: NEW_PASSWORD, ...proof };
      expect((await browser.call('resetPassword', input)).statusCode).toBe(200);
    });

    it('that is not the newest works', async () => {
      const { email } = await freshUser(test);
      const browser = browserElsewhere(test);
      const proof = await askForReset(test, { browser, email });
      await askForReset(test, { browser: browserElsewhere(test), email });
      const input = { email, newPassword: NEW_PASSWORD, ...proof };
      expect((await browser.call('resetPassword', input)).statusCode).toBe(200);
    });

    it('is not mailed while the budget is spent, except for a known browser', async () => {
      const user = await freshUser(test);
      const { browser } = await secondBrowser(test, user);
      await browser.call('signOut');
      await spend(user.email);
      const input = { email: user.email, newPassword: NEW_PASSWORD };
      expectRefusal(await browserElsewhere(test).call('resetPassword', input), 429, SPENT);
      expect(await lettersTo(test, user.email)).toEqual([]);
      const proof = await askForReset(test, { browser, email: user.email });
      expect((await browser.call('resetPassword', { ...input, ...proof })).statusCode).toBe(200);
    });

    it('to change an address counts in the budget of that address', async () => {
      const user = await freshUser(test);
      const email = `wanted-${user.email}`;
      await spend(email, 1);
      const { challenge, code } = await askForChange(test, user, email);
      const { userId } = user;
      const input = { userId, email, challenge, code: wrong(code) };
      expect((await user.browser.call('changeEmail', input)).statusCode).toBe(400);
      expectRefusal(await signIn(email, 'wrong'), 429, SPENT);
    });
  });

  describe('a spent budget refuses', () => {
    it('no emailed link', async () => {
      const { email } = await freshUser(test);
      await spend(email);
      const browser = browserElsewhere(test);
      const link = await askForLink(test, { browser, email });
      expect((await browser.call('signInWithLink', { email, ...link })).statusCode).toBe(200);
    });

    it('no provider', async () => {
      const { email } = await freshUser(test);
      await spend(email);
      google.person({ email });
      expect(await runOAuthFlow(browserElsewhere(test), google.provider)).toBe('');
    });
  });

  it('a spent budget refuses the old password of a split account, in words for a signed-in person', async () => {
    const { former, owner } = await splitUsers(test);
    await spend(owner.email);
    const { browser, userId } = owner;
    const refused = await browser.call('joinEntries', { userId, password: former.password });
    expectRefusal(
      refused,
      429,
      'Too many wrong passwords. For now, your old password does not work here.',
    );
    const answer = { userId: former.userId, isMe: true };
    expect((await former.browser.call('answerSplit', answer)).statusCode).toBe(200);
  });

  describe('the letter about wrong passwords', () => {
    async function prove(userId: string) {
      const { db } = test.context;
      await db
        .updateTable('accounts')
        .set({ email_proven: 1 })
        .where('user_id', '=', userId)
        .execute();
    }

    it('is queued after 20, once a week', async () => {
      const { email, userId } = await freshUser(test);
      await prove(userId);
      await guess(email, 19);
      expect(await lettersTo(test, email)).toEqual([]);
      await guess(email, 20);
      expect(await lettersTo(test, email)).toEqual([{ kind: 'failedTries', times: 20 }]);
      test.now += 7 * DAY_MS;
      await guess(email, 1);
      expect(await lettersTo(test, email)).toHaveLength(2);
    });

    it('is queued for every address alike', async () => {
      await guess('nobody-to-warn@example.org', 20);
      expect(await lettersTo(test, 'nobody-to-warn@example.org')).toHaveLength(1);
    });
  });
});
