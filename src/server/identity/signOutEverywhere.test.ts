import { expect, it } from 'vitest';
import { freshUser, secondBrowser, testApp } from '../testing/app.ts';
import { everythingStored, onEveryDatabase } from '../testing/databases.ts';
import { browserElsewhere } from '../testing/places.ts';
import { expectRefusal } from '../testing/refusals.ts';

onEveryDatabase((place) => {
  const test = testApp(place);

  it('ends the account’s sessions in every browser, including this one', async () => {
    const user = await freshUser(test, ['Tremor']);
    const { browser, userId } = user;
    const others = [await secondBrowser(test, user), await secondBrowser(test, user)];
    const copy = browserElsewhere(test);
    copy.cookie = browser.cookie;
    const response = await browser.call('signOutEverywhere', { userId });
    expect([response.statusCode, response.json()]).toEqual([200, {}]);
    for (const each of [browser, copy, ...others.map((other) => other.browser)]) {
      expectRefusal(await each.call('getSession'), 401, 'Please sign in.');
      expectRefusal(await each.call('getUserProfile', { userId }), 401, 'Please sign in.');
    }
  });

  it('clears this browser’s cookie', async () => {
    const { browser, userId } = await freshUser(test);
    const { cookies } = await browser.call('signOutEverywhere', { userId });
    expect(cookies).toEqual([expect.objectContaining({ name: 'session', value: '', path: '/' })]);
    expect(browser.cookie).toBeUndefined();
  });

  it('keeps everyone else signed in, and changes nothing else', async () => {
    const [user, other] = [await freshUser(test, ['Tremor']), await freshUser(test)];
    const { sessions: _, ...before } = await everythingStored(test.context.db);
    await user.browser.call('signOutEverywhere', { userId: user.userId });
    expect((await other.browser.call('getSession')).statusCode).toBe(200);
    expect(await everythingStored(test.context.db)).toMatchObject(before);
  });

  it('keeps the password: the user can sign in again', async () => {
    const { browser, userId, email, password } = await freshUser(test);
    await browser.call('signOutEverywhere', { userId });
    expect((await browser.call('signIn', { email, password })).statusCode).toBe(200);
    expect((await browser.call('getSession')).json().id).toBe(userId);
  });

  it('ends a session that is a month old, and one that has just begun', async () => {
    const user = await freshUser(test);
    test.now += 29 * 86_400_000;
    const fresh = await secondBrowser(test, user);
    await fresh.browser.call('signOutEverywhere', { userId: user.userId });
    expect((await user.browser.call('getSession')).statusCode).toBe(401);
  });
});
