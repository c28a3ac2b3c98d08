import { beforeEach, describe, expect, it } from 'vitest';
import {
  Browser,
  freshAccount,
  freshUser,
  secondBrowser,
  type TestUser,
  testApp,
} from '../testing/app.ts';
import { onEveryDatabase } from '../testing/databases.ts';
import { askForReset, NEW_PASSWORD } from '../testing/outbox.ts';
import { browserElsewhere } from '../testing/places.ts';
import { everyRow } from '../testing/rows.ts';
import { deleteUnusedBrowsers } from './queries/browsers.ts';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
const OWN_TRIES = 20;
const YEAR_S = 31_536_000;

onEveryDatabase((place) => {
  describe('at home, without https', () => {
    const test = testApp(place);
    // The tries that the test before has used up count no more.
    beforeEach(() => {
      test.now += MINUTE;
    });

    async function signIn(browser: Browser, { email, password }: TestUser): Promise<number> {
      return (await browser.call('signIn', { email, password })).statusCode;
    }

    /** Uses up all tries of a minute, of the account and of the browser's own IP address. */
    async function attack({ email, browser }: TestUser): Promise<void> {
      for (let time = 0; time < 10; time += 1) {
        const neighbour = new Browser(test);
        neighbour.address = browser.address;
        await neighbour.call('signIn', { email: `x${time}@example.org`, password: 'wrong' });
        const stranger = browserElsewhere(test);
        await stranger.call('signIn', { email, password: 'wrong' });
      }
    }

    /** A user who has signed in before, in a browser that is logged out. */
    async function knownUser(): Promise<TestUser> {
      const user = await secondBrowser(test, await freshUser(test));
      user.browser.address = browserElsewhere(test).address;
      await user.browser.call('signOut');
      return user;
    }

    it('gets a cookie for a year that no script can read', async () => {
      const { email, password } = await freshAccount(test);
      const response = await new Browser(test).call('signIn', { email, password });
      expect(response.cookies).toContainEqual({
        name: 'browser',
        value: expect.stringMatching(/^[\w-]{43}$/),
        httpOnly: true,
        sameSite: 'Lax',
        path: '/',
        maxAge: YEAR_S,
      });
    });

    it('signs in while strangers use up the tries of the account and of the network', async () => {
      const user = await knownUser();
      await attack(user);
      expect(await signIn(browserElsewhere(test), user)).toBe(429);
      expect(await signIn(user.browser, user)).toBe(200);
    });

    it('has 20 wrong passwords in 30 days, and then counts like any other', async () => {
      const user = await knownUser();
      for (let time = 0; time < OWN_TRIES; time += 1) {
        expect(await signIn(user.browser, { ...user, password: 'wrong' })).toBe(401);
      }
      // These tries counted for neither the account nor the network.
      expect(await signIn(browserElsewhere(test), user)).toBe(200);
      expect(await signIn(user.browser, user)).toBe(200);
      await attack(user);
      expect(await signIn(user.browser, user)).toBe(429);
      test.now += 30 * DAY;
      await attack(user);
      expect(await signIn(user.browser, user)).toBe(200);
    });

    it('asks for its own password while strangers use up the tries', async () => {
      const user = await freshUser(test);
      const { userId, password, browser } = user;
      await attack(user);
      const input = { userId, password, newPassword: NEW_PASSWORD };
      expect((await browser.call('changePassword', input)).statusCode).toBe(200);
      const again = { ...user, password: NEW_PASSWORD };
      await attack(again);
      const ending = await browser.call('deleteAccount', { userId, password: NEW_PASSWORD });
      expect(ending.statusCode).toBe(200);
    });

    it('is known only to the account that signed in there', async () => {
      const [user, other] = [await knownUser(), await knownUser()];
      await attack(other);
      expect(await signIn(user.browser, other)).toBe(429);
    });

    it('is known to each of the people who share it', async () => {
      const [user, partner] = [await knownUser(), await freshUser(test)];
      const { browser } = user;
      expect(await signIn(browser, partner)).toBe(200);
      await browser.call('signOut');
      for (const each of [user, partner]) {
        await attack(each);
        expect(await signIn(browser, each)).toBe(200);
      }
    });

    it.each([
      [
        'logged out everywhere',
        ({ browser, userId }: TestUser) => browser.call('signOutEverywhere', { userId }),
      ],
      [
        'reset the password',
        async ({ browser, email }: TestUser) => {
          const proof = await askForReset(test, { browser, email });
          const input = { email, newPassword: NEW_PASSWORD, ...proof };
          expect((await browser.call('resetPassword', input)).statusCode).toBe(200);
        },
      ],
    ])('is unknown after the owner has %s, and so is a copy of its cookie', async (_, end) => {
      const user = await secondBrowser(test, await freshUser(test));
      const copy = new Browser(test);
      copy.address = user.browser.address;
      copy.cookies.set('browser', user.browser.cookies.get('browser') ?? '');
      await end(user);
      const { email } = user;
      const passwords = [user.password, NEW_PASSWORD];
      for (const browser of [user.browser, copy]) {
        await attack(user);
        for (const password of passwords) {
          expect(await signIn(browser, { ...user, password })).toBe(429);
        }
        test.now += MINUTE;
      }
      // The owner signs in again: the browser is known by a new value, and the copy is not.
      for (const password of passwords) await user.browser.call('signIn', { email, password });
      await attack(user);
      const answers = await Promise.all(
        passwords.map((password) => signIn(user.browser, { ...user, password })),
      );
      expect(answers.sort()).toEqual([200, 401]);
      for (const password of passwords) {
        expect(await signIn(copy, { ...user, password })).toBe(429);
      }
    });

    it('goes when the account has 20 that were used later', async () => {
      const user = await knownUser();
      for (let count = 1; count <= 20; count += 1) {
        test.now += 1;
        expect(await signIn(browserElsewhere(test), user)).toBe(200);
      }
      const { db } = test.context;
      const rows = await db
        .selectFrom('known_browsers')
        .select('browser_hash')
        .where('user_id', '=', user.userId)
        .execute();
      expect(rows).toHaveLength(20);
      await attack(user);
      expect(await signIn(user.browser, user)).toBe(429);
    });

    it('is deleted with the account, and after a year without a sign-in', async () => {
      const { db } = test.context;
      const user = await secondBrowser(test, await freshUser(test));
      const rows = async () =>
        (
          await db
            .selectFrom('known_browsers')
            .select('user_id')
            .where('user_id', '=', user.userId)
            .execute()
        ).length;
      expect(await rows()).toBe(1);
      await deleteUnusedBrowsers(db, test.now + 365 * DAY - 1);
      expect(await rows()).toBe(1);
      await deleteUnusedBrowsers(db, test.now + 365 * DAY);
      expect(await rows()).toBe(0);
      await signIn(user.browser, user);
      const { userId, password } = user;
      await user.browser.call('deleteAccount', { userId, password });
      expect(await rows()).toBe(0);
    });

    it('has a value that is stored only as a keyed hash', async () => {
      const { browser } = await secondBrowser(test, await freshUser(test));
      const value = browser.cookies.get('browser') ?? '';
      expect(value).not.toBe('');
      expect(JSON.stringify(await everyRow(test.context.db))).not.toContain(value);
      expect(JSON.stringify(test.logged)).not.toContain(value);
    });
  });

  describe('with https', () => {
    const test = testApp(place, { PUBLIC_URL: 'https://tracker.example.org' });

    it('has a cookie that only this host can set', async () => {
      const { email, password } = await freshAccount(test);
      const response = await browserElsewhere(test).call('signIn', { email, password });
      const cookie = response.cookies.find(({ name }) => name === '__Host-browser');
      expect(cookie).toMatchObject({ secure: true, httpOnly: true, path: '/' });
    });
  });
});
