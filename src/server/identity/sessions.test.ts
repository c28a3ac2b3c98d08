import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../domain/zone.ts';
import {
  Browser,
  freshAccount,
  freshUser,
  secondBrowser,
  type TestUser,
  testApp,
} from '../testing/app.ts';
import { everythingStored, onEveryDatabase } from '../testing/databases.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { addSession } from './queries/sessions.ts';

const DAYS_30_S = 2_592_000;

onEveryDatabase((place) => {
  describe('at home, without https', () => {
    const test = testApp(place);

    async function isSignedIn({ browser }: TestUser): Promise<boolean> {
      const response = await browser.call('getSession');
      if (response.statusCode === 200) return true;
      expectRefusal(response, 401, 'Please sign in.');
      return false;
    }

    it.each(['signUp', 'signIn'] as const)(
      '%s sets a cookie that no script can read',
      async (call) => {
        const { email, password } = await freshAccount(test);
        const credentials = { email: call === 'signUp' ? `new-${email}` : email, password };
        const response = await new Browser(test).call(call, credentials);
        expect(response.cookies).toEqual([
          {
            name: 'session',
            value: expect.stringMatching(/^[\w-]{43}$/),
            httpOnly: true,
            sameSite: 'Lax',
            path: '/',
            maxAge: DAYS_30_S,
          },
          expect.objectContaining({ name: 'browser' }),
        ]);
      },
    );

    it('ends the oldest of more than 100 in an account', async () => {
      const user = await freshUser(test);
      const { userId } = user;
      const { db } = test.context;
      const other = await freshUser(test);
      for (let count = 1; count <= 100; count += 1) {
        test.now += 1;
        const named = { tokenHash: `${userId} ${count}`, userId, browser: 'A browser' };
        const session = { ...named, isNewUser: false };
        await addSession(db, { ...session, expiresAt: test.now + DAY_MS }, test.now);
      }
      const left = await db
        .selectFrom('sessions')
        .select('token_hash')
        .where('user_id', '=', userId)
        .execute();
      expect(left).toHaveLength(100);
      expect(await isSignedIn(user)).toBe(false);
      expect(await isSignedIn(other)).toBe(true);
    });

    it('stores only a hash of the token', async () => {
      const { browser } = await freshUser(test);
      const token = browser.cookie?.slice('session='.length) ?? '';
      expect(token).toHaveLength(43);
      expect(JSON.stringify(await everythingStored(test.context.db))).not.toContain(token);
    });

    it('is replaced at each sign-in: the browser gets a new token, and the old one is invalid', async () => {
      const user = await freshUser(test);
      const { browser, email, password } = user;
      const old = browser.cookie;
      await browser.call('signIn', { email, password });
      expect(browser.cookie).not.toBe(old);
      expect(await isSignedIn(user)).toBe(true);
      browser.cookie = old;
      expect(await isSignedIn(user)).toBe(false);
    });

    it('does not continue in another account: signing up ends the browser’s session', async () => {
      const { browser, userId } = await freshUser(test);
      const old = browser.cookie;
      const email = 'next-person@example.org';
      const second = await browser.call('signUp', { email, password: 'correct horse 0' });
      expect((await browser.call('getSession')).json().id).toBe(second.json().userId);
      browser.cookie = old;
      expectRefusal(await browser.call('getUserProfile', { userId }), 401, 'Please sign in.');
    });

    it('is independent of sessions in other browsers', async () => {
      const user = await freshUser(test);
      const elsewhere = await secondBrowser(test, user);
      await secondBrowser(test, elsewhere);
      expect([await isSignedIn(user), await isSignedIn(elsewhere)]).toEqual([true, true]);
    });

    it('ends 30 days after it was last used', async () => {
      const [kept, lost] = [await freshUser(test), await freshUser(test)];
      const start = test.now;
      test.now = start + 30 * DAY_MS - 1;
      expect(await isSignedIn(kept)).toBe(true);
      test.now = start + 30 * DAY_MS;
      expect(await isSignedIn(lost)).toBe(false);
    });

    it('is extended by each use within 30 days', async () => {
      const user = await freshUser(test);
      for (let visit = 1; visit <= 4; visit += 1) {
        test.now += 29 * DAY_MS;
        const response = await user.browser.call('getSession');
        expect(response.statusCode, `visit ${visit}`).toBe(200);
        expect(response.cookies[0]?.maxAge, `visit ${visit}`).toBe(DAYS_30_S);
      }
      test.now += 30 * DAY_MS;
      expect(await isSignedIn(user)).toBe(false);
    });

    it('ends at once by the command that docs/operations.md gives to operators', async () => {
      const [user, other] = [await freshUser(test), await freshUser(test)];
      const guide = readFileSync('docs/operations.md', 'utf8');
      const [, told = ''] = /## End someone's sessions[^`]+```sql\n([^`]+);\n```/.exec(guide) ?? [];
      await sql.raw(told.replace('someone@example.org', user.email)).execute(test.context.db);
      expect([await isSignedIn(user), await isSignedIn(other)]).toEqual([false, true]);
    });

    it('ends a year after it began, however often it is used', async () => {
      const user = await freshUser(test);
      const start = test.now;
      for (let day = 20; day < 365; day += 20) {
        test.now = start + day * DAY_MS;
        expect(await isSignedIn(user), `day ${day}`).toBe(true);
      }
      test.now = start + 365 * DAY_MS - 1;
      expect(await isSignedIn(user)).toBe(true);
      test.now = start + 365 * DAY_MS;
      expect(await isSignedIn(user)).toBe(false);
    });

    it('is written at most once a day, not at every request', async () => {
      const { browser } = await freshUser(test);
      const before = await everythingStored(test.context.db);
      test.now += DAY_MS;
      expect((await browser.call('getSession')).cookies).toEqual([]);
      expect(await everythingStored(test.context.db)).toEqual(before);
      test.now += 1;
      expect((await browser.call('getSession')).cookies).toHaveLength(1);
    });
  });

  describe('behind https', () => {
    const test = testApp(place, { PUBLIC_URL: 'https://tracker.example.org' });

    it('sends its cookie only over https, under a name that no other host can set', async () => {
      const { email, password } = await freshAccount(test);
      const browser = new Browser(test);
      const { cookies } = await browser.call('signIn', { email, password });
      expect(cookies).toEqual([
        expect.objectContaining({
          name: '__Host-session',
          secure: true,
          httpOnly: true,
          sameSite: 'Lax',
          path: '/',
        }),
        expect.objectContaining({ name: '__Host-browser' }),
      ]);
      expect(cookies[0]).not.toHaveProperty('domain');
      expect((await browser.call('getSession')).statusCode).toBe(200);
    });

    it('does not accept the token under its name without https', async () => {
      const { browser } = await freshAccount(test);
      browser.cookie = browser.cookie?.replace('__Host-', '');
      expectRefusal(await browser.call('getSession'), 401, 'Please sign in.');
    });

    it('clears the cookie at sign-out under the same name', async () => {
      const { browser } = await freshAccount(test);
      const { cookies } = await browser.call('signOut');
      expect(cookies).toEqual([
        expect.objectContaining({
          name: '__Host-session',
          value: '',
          secure: true,
          path: '/',
          expires: new Date(0),
        }),
      ]);
    });
  });
});
