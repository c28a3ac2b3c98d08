import { expect, it } from 'vitest';
import { Browser, freshUser, secondBrowser, testApp } from '../testing/app.ts';
import { onEveryDatabase } from '../testing/databases.ts';
import { expectRefusal } from '../testing/refusals.ts';

onEveryDatabase((place) => {
  const test = testApp(place);

  it('ends the session on the server, so that its cookie is invalid', async () => {
    const { browser } = await freshUser(test);
    const { cookie } = browser;
    const response = await browser.call('signOut');
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({});
    browser.cookie = cookie;
    expectRefusal(await browser.call('getSession'), 401, 'Please sign in.');
  });

  it('deletes the row of the session', async () => {
    const { browser, userId } = await freshUser(test);
    await browser.call('signOut');
    const sessions = await test.context.db
      .selectFrom('sessions')
      .where('user_id', '=', userId)
      .selectAll()
      .execute();
    expect(sessions).toEqual([]);
  });

  it('clears the browser’s cookie', async () => {
    const { browser } = await freshUser(test);
    const { cookies } = await browser.call('signOut');
    expect(cookies).toEqual([
      expect.objectContaining({ name: 'session', value: '', path: '/', expires: new Date(0) }),
    ]);
  });

  it('answers the same if there is no session', async () => {
    const { browser } = await freshUser(test);
    const signedOut = await browser.call('signOut');
    const again = await new Browser(test).call('signOut');
    expect([again.statusCode, again.body]).toEqual([signedOut.statusCode, signedOut.body]);
  });

  it('keeps the user’s other sessions', async () => {
    const user = await freshUser(test);
    const elsewhere = await secondBrowser(test, user);
    await user.browser.call('signOut');
    expect((await elsewhere.browser.call('getSession')).statusCode).toBe(200);
  });
});
