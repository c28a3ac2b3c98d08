import { describe, expect, it } from 'vitest';
import { freshUser, secondBrowser, type TestUser, testApp } from '../testing/app.ts';
import { everythingStored, onEveryDatabase } from '../testing/databases.ts';
import { askForLink, askForReset, lettersTo, NEW_PASSWORD } from '../testing/outbox.ts';
import { browserElsewhere } from '../testing/places.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { everyText, withoutPassword } from '../testing/rows.ts';

const NOT_YOURS = 'That password is wrong. Please try again.';
const MINUTES_5 = 300_000;

onEveryDatabase((place) => {
  const test = testApp(place);

  async function change({ browser, userId, password }: TestUser, other: object = {}) {
    const input = { userId, password, newPassword: NEW_PASSWORD, ...other };
    return await browser.call('changePassword', input);
  }

  async function signInStatus(email: string, password: string): Promise<number> {
    return (await browserElsewhere(test).call('signIn', { email, password })).statusCode;
  }

  it('sets the new password, and the old one no longer signs in', async () => {
    const user = await freshUser(test);
    const response = await change(user);
    expect([response.statusCode, response.json()]).toEqual([200, {}]);
    expect(await signInStatus(user.email, user.password)).toBe(401);
    expect(await signInStatus(user.email, NEW_PASSWORD)).toBe(200);
  });

  it('keeps this browser signed in with a new cookie, and signs out all others', async () => {
    const user = await freshUser(test);
    const elsewhere = await secondBrowser(test, user);
    const thief = browserElsewhere(test);
    thief.cookie = user.browser.cookie;
    const stranger = await freshUser(test);
    await change(user);
    expect(user.browser.cookie).not.toBe(thief.cookie);
    expect((await user.browser.call('getSession')).json().id).toBe(user.userId);
    for (const { browser } of [elsewhere, { browser: thief }]) {
      expectRefusal(await browser.call('getSession'), 401, 'Please sign in.');
    }
    expect((await stranger.browser.call('getSession')).statusCode).toBe(200);
  });

  it('keeps a new user marked as new', async () => {
    const user = await freshUser(test);
    expect((await user.browser.call('getSession')).json().isNewUser).toBe(true);
    await change(user);
    expect((await user.browser.call('getSession')).json().isNewUser).toBe(true);
    await user.browser.call('clearNewUser', { userId: user.userId });
    await change(user, { password: NEW_PASSWORD, newPassword: 'another horse 48' });
    expect((await user.browser.call('getSession')).json().isNewUser).toBe(false);
  });

  it('mails one notice', async () => {
    const user = await freshUser(test);
    await change(user);
    expect(await lettersTo(test, user.email)).toEqual([{ kind: 'passwordChanged' }]);
  });

  it('invalidates codes and links that were mailed before', async () => {
    const user = await freshUser(test);
    const reset = await askForReset(test, user);
    test.now += 1;
    const link = await askForLink(test, user);
    await change(user);
    const { email } = user;
    const input = { email, newPassword: 'another horse 48', ...reset };
    const failed = await browserElsewhere(test).call('resetPassword', input);
    expectRefusal(failed, 400, 'Failed to reset password. Please try again.');
    const signIn = await browserElsewhere(test).call('signInWithLink', { email, ...link });
    expect(signIn.statusCode).toBe(400);
  });

  it('stores and logs neither password in plain text', async () => {
    const user = await freshUser(test);
    await change(user);
    const [text, log] = [await everyText(test), JSON.stringify(test.logged)];
    for (const password of [user.password, NEW_PASSWORD]) {
      expect(text).not.toContain(password);
      expect(log).not.toContain(password);
    }
  });

  it.each([
    ['wrong', { password: 'not this one' }, 403, NOT_YOURS],
    ['missing', { password: undefined }, 403, NOT_YOURS],
    ['empty', { password: '' }, 403, NOT_YOURS],
  ])('refuses if the current password is %s, and changes nothing', async (...row) => {
    const [, input, status, words] = row;
    const user = await freshUser(test);
    const before = await everythingStored(test.context.db);
    expectRefusal(await change(user, input), status, words);
    expect(await everythingStored(test.context.db)).toEqual(before);
    expect((await user.browser.call('getSession')).statusCode).toBe(200);
    expect(await lettersTo(test, user.email)).toEqual([]);
  });

  it.each([
    ['too short', 'five5', 'Password must be at least 6 characters long'],
    ['too long', 'x'.repeat(201), 'newPassword must be text of at most 200 characters'],
    ['too common', 'QWERTY123', 'This password is too common. Please choose another one.'],
    ['about the app', 'Parkinsons-1', 'This password is too common. Please choose another one.'],
  ])(
    'refuses a new password that is %s, and changes nothing',
    async (_what, newPassword, words) => {
      const user = await freshUser(test);
      const before = await everythingStored(test.context.db);
      expectRefusal(await change(user, { newPassword }), 400, words);
      expect(await everythingStored(test.context.db)).toEqual(before);
    },
  );

  it('allows 20 wrong passwords to the session, and then ten a minute with those at sign-in', async () => {
    const user = await freshUser(test);
    for (let time = 1; time <= 20; time += 1) {
      expect((await change(user, { password: 'wrong' })).statusCode).toBe(403);
    }
    for (let time = 1; time <= 5; time += 1) {
      expect((await change(user, { password: 'wrong' })).statusCode).toBe(403);
      expect(await signInStatus(user.email, 'wrong')).toBe(401);
    }
    const refused = await change(user);
    expectRefusal(refused, 429, 'Too many attempts. Please try again later.');
    test.now += 60_000;
    expect((await change(user)).statusCode).toBe(200);
  });

  it('makes one of two simultaneous changes with the same password', async () => {
    const user = await freshUser(test);
    const elsewhere = await secondBrowser(test, user);
    const answers = await Promise.all([
      change(user, { newPassword: 'one horse 481' }),
      change(elsewhere, { newPassword: 'two horses 482' }),
    ]);
    const statuses = answers.map(({ statusCode }) => statusCode);
    expect(statuses.toSorted()[0]).toBe(200);
    expect([401, 403]).toContain(statuses.toSorted()[1]);
    const works = [
      await signInStatus(user.email, 'one horse 481'),
      await signInStatus(user.email, 'two horses 482'),
    ];
    expect(works).toEqual(statuses.map((status) => (status === 200 ? 200 : 401)));
    const [first, second] = [user, elsewhere].map(({ browser }) => browser.call('getSession'));
    const signedIn = [(await first)?.statusCode, (await second)?.statusCode];
    expect(signedIn).toEqual(works);
  });

  describe('an account without a password', () => {
    it('gets its first one within five minutes of a sign-in', async () => {
      const user = await withoutPassword(test, await freshUser(test));
      test.now += MINUTES_5 - 1;
      expect((await change(user, { password: undefined })).statusCode).toBe(200);
      expect(await signInStatus(user.email, NEW_PASSWORD)).toBe(200);
    });

    it('must re-authenticate after that', async () => {
      const user = await withoutPassword(test, await freshUser(test));
      test.now += MINUTES_5;
      const before = await everythingStored(test.context.db);
      for (const password of [undefined, '', user.password]) {
        const refused = await change(user, { password });
        expectRefusal(refused, 403, 'First, please confirm that it’s you.');
      }
      expect(await everythingStored(test.context.db)).toEqual(before);
    });

    it('is not signed in by an empty password', async () => {
      const user = await withoutPassword(test, await freshUser(test));
      for (const password of ['', user.password]) {
        expect(await signInStatus(user.email, password)).toBe(401);
      }
    });
  });
});
