import { expect, it } from 'vitest';
import { freshUser, testApp } from '../testing/app.ts';
import { onEveryDatabase } from '../testing/databases.ts';

onEveryDatabase((place) => {
  const test = testApp(place);

  it('marks the session as no longer a new user’s, and can be repeated', async () => {
    const { browser, userId } = await freshUser(test);
    const isNewUser = async () => (await browser.call('getSession')).json().isNewUser;
    expect(await isNewUser()).toBe(true);
    for (const time of ['first', 'second']) {
      const response = await browser.call('clearNewUser', { userId });
      expect([response.statusCode, response.json()], `the ${time} time`).toEqual([200, {}]);
      expect(await isNewUser()).toBe(false);
    }
  });

  it('does not affect other users', async () => {
    const [one, other] = [await freshUser(test), await freshUser(test)];
    await one.browser.call('clearNewUser', { userId: one.userId });
    expect((await other.browser.call('getSession')).json().isNewUser).toBe(true);
  });
});
