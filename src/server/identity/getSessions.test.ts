import { describe, expect, it } from 'vitest';
import type { Answer } from '../../contract/endpoints.ts';
import { DAY_MS, isoOf } from '../../domain/zone.ts';
import { Browser, freshUser, secondBrowser, type TestUser, testApp } from '../testing/app.ts';
import { everythingStored, onEveryDatabase } from '../testing/databases.ts';
import { NEW_PASSWORD } from '../testing/outbox.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { everyRow } from '../testing/rows.ts';

const FIREFOX = 'Mozilla/5.0 (Android 16; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0';
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1';

onEveryDatabase((place) => {
  const test = testApp(place);

  async function sessionsOf({ browser, userId }: TestUser): Promise<Answer<'getSessions'>> {
    return (await browser.call('getSessions', { userId })).json();
  }

  /** The user, signed in in a new browser. */
  async function signedInWith(userAgent: string, { email, password, userId }: TestUser) {
    const browser = new Browser(test);
    browser.userAgent = userAgent;
    expect((await browser.call('signIn', { email, password })).statusCode).toBe(200);
    return { browser, email, password, userId };
  }

  async function isSignedIn({ browser }: TestUser): Promise<boolean> {
    const response = await browser.call('getSession');
    if (response.statusCode === 200) return true;
    expectRefusal(response, 401, 'Please sign in.');
    return false;
  }

  describe('getSessions', () => {
    it('names the browsers, the caller’s own first, and then the last used', async () => {
      const user = await freshUser(test);
      await freshUser(test);
      test.now += 1;
      const phone = await signedInWith(SAFARI, user);
      test.now += 1;
      const tablet = await signedInWith(FIREFOX, user);
      const listed = await sessionsOf(phone);
      expect(listed.map(({ browser, isThis }) => [browser, isThis])).toEqual([
        ['Safari on iPhone or iPad', true],
        ['Firefox on Android', false],
        ['A browser', false],
      ]);
      expect((await sessionsOf(tablet)).map(({ browser }) => browser)).toEqual([
        'Firefox on Android',
        'Safari on iPhone or iPad',
        'A browser',
      ]);
    });

    it('gives an id that is neither the token nor its hash, and stores no user agent', async () => {
      const user = await signedInWith(FIREFOX, await freshUser(test));
      const [listed] = await sessionsOf(user);
      expect(listed?.sessionId).toMatch(/^[0-9a-f-]{36}$/);
      const rows = JSON.stringify(await everyRow(test.context.db));
      expect(rows).not.toContain('Gecko');
      const token = user.browser.cookies.get('session') ?? '';
      expect(JSON.stringify(listed)).not.toContain(token);
    });

    it('keeps the first day of a known browser, and notes the last one once a day', async () => {
      const user = await signedInWith(FIREFOX, await freshUser(test));
      const start = test.now;
      const { browser, email, password } = user;
      await browser.call('signOut');
      test.now += 3 * DAY_MS;
      await browser.call('signIn', { email, password });
      expect((await sessionsOf(user))[0]).toMatchObject({
        firstUsedAt: isoOf(start),
        lastUsedAt: isoOf(start + 3 * DAY_MS),
      });
      test.now += DAY_MS;
      expect((await sessionsOf(user))[0]?.lastUsedAt).toBe(isoOf(start + 3 * DAY_MS));
      test.now += 1;
      expect((await sessionsOf(user))[0]?.lastUsedAt).toBe(isoOf(test.now));
    });

    it('keeps the browser and its first day at a new password, and its id at a new proof', async () => {
      const user = await signedInWith(FIREFOX, await freshUser(test));
      const { browser, userId, password } = user;
      const [before] = await sessionsOf(user);
      test.now += 1;
      await browser.call('proveOwner', { userId, password });
      expect((await sessionsOf(user))[0]).toEqual({ ...before, lastUsedAt: isoOf(test.now) });
      await browser.call('changePassword', { userId, password, newPassword: NEW_PASSWORD });
      expect(await sessionsOf(user)).toMatchObject([
        { browser: 'Firefox on Android', firstUsedAt: before?.firstUsedAt, isThis: true },
      ]);
    });

    it('leaves out expired sessions', async () => {
      const user = await freshUser(test);
      test.now += 30 * DAY_MS;
      const again = await secondBrowser(test, user);
      expect(await sessionsOf(again)).toHaveLength(1);
    });
  });

  describe('endSession', () => {
    async function endOther(user: TestUser): Promise<string> {
      const { browser, userId } = user;
      const sessionId = (await sessionsOf(user)).find(({ isThis }) => !isThis)?.sessionId ?? '';
      expect((await browser.call('endSession', { userId, sessionId })).statusCode).toBe(200);
      return sessionId;
    }

    it('logs the browser out, and makes it unknown', async () => {
      const user = await freshUser(test);
      const phone = await signedInWith(FIREFOX, user);
      const former = phone.browser.cookies.get('browser');
      await endOther(user);
      expect(await isSignedIn(phone)).toBe(false);
      expect(await isSignedIn(user)).toBe(true);
      const { email, password } = user;
      await phone.browser.call('signIn', { email, password });
      expect(phone.browser.cookies.get('browser')).not.toBe(former);
    });

    it('changes nothing for an ended or an unknown id', async () => {
      const user = await freshUser(test);
      await secondBrowser(test, user);
      const { browser, userId } = user;
      const sessionId = await endOther(user);
      const before = await everythingStored(test.context.db);
      for (const id of [sessionId, 'unknown', '']) {
        await browser.call('endSession', { userId, sessionId: id });
      }
      expect(await everythingStored(test.context.db)).toEqual(before);
    });

    it('does nothing with the id of another account', async () => {
      const [user, other] = [await freshUser(test), await freshUser(test)];
      const [theirs] = await sessionsOf(other);
      const { browser, userId } = user;
      const input = { userId, sessionId: theirs?.sessionId };
      expect((await browser.call('endSession', input)).statusCode).toBe(200);
      expect(await isSignedIn(other)).toBe(true);
    });
  });
});
