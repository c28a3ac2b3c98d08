import { createHash, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Browser, freshUser, testApp } from '../testing/app.ts';
import { onEveryDatabase } from '../testing/databases.ts';
import {
  authorization,
  comeBack,
  everythingKept,
  runOAuthFlow,
  standInForGoogle,
  takeOutcome,
  whoIsIn,
} from '../testing/oauth-flows.ts';

const CALLBACK = 'http://localhost:3000/api/auth/google/callback';

onEveryDatabase((place) => {
  const settings = {};
  const google = standInForGoogle(settings);
  const test = testApp(place, settings);

  /** The row of the account with this address. */
  async function accountOf(email: string) {
    return await test.context.db
      .selectFrom('accounts')
      .selectAll()
      .where('email', '=', email)
      .executeTakeFirst();
  }

  it('asks only for name and address, with PKCE, a state and a nonce', async () => {
    const { searchParams, origin } = await authorization(new Browser(test));
    expect(origin).toBe(google.provider.issuer);
    const { state, nonce, code_challenge, ...rest } = Object.fromEntries(searchParams);
    expect(rest).toEqual({
      client_id: google.provider.clientId,
      redirect_uri: CALLBACK,
      response_type: 'code',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
    });
    for (const random of [state, nonce, code_challenge]) expect(random).toMatch(/^[\w-]{43}$/);
    const again = (await authorization(new Browser(test))).searchParams;
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(again.get(name)).not.toBe(searchParams.get(name));
    }
  });

  it('tells the page once which flow has ended', async () => {
    google.person();
    const browser = new Browser(test);
    const id = randomUUID();
    const url = await authorization(browser, { id, mode: 'page' });
    await comeBack(browser, await google.provider.followSignIn(url));
    const outcome = { id, provider: 'google', purpose: 'signIn', mode: 'page', problem: '' };
    expect(await takeOutcome(browser)).toEqual(outcome);
    expect(await takeOutcome(browser)).toBeNull();
  });

  describe('a new user', () => {
    it('gets an account without a password, whose address is proven', async () => {
      const { subject, email } = google.person({ name: 'Ada King Lovelace' });
      const browser = new Browser(test);
      expect(await runOAuthFlow(browser, google.provider)).toBe('');
      const user = await whoIsIn(browser);
      expect(user).toMatchObject({
        email,
        name: 'Ada King Lovelace',
        firstName: 'Ada',
        lastName: 'King Lovelace',
        birthday: '',
        biologicalSex: '',
        yearsWithParkinsons: null,
        symptom1: 'No Symptom entered',
        isNewUser: true,
        hasProfile: true,
      });
      const account = { user_id: user?.id, password_hash: '', email_proven: 1 };
      expect(await accountOf(email)).toMatchObject(account);
      const identities = await test.context.db
        .selectFrom('identities')
        .selectAll()
        .where('subject', '=', subject)
        .execute();
      const issuer = google.provider.issuer;
      expect(identities).toMatchObject([{ issuer, user_id: user?.id, provider: 'google' }]);
    });

    it('can be shown as no longer new', async () => {
      google.person();
      const browser = new Browser(test);
      await runOAuthFlow(browser, google.provider);
      const { id: userId } = (await whoIsIn(browser)) ?? {};
      expect((await browser.call('clearNewUser', { userId })).statusCode).toBe(200);
      expect(await whoIsIn(browser)).toMatchObject({ isNewUser: false });
    });

    it.each([
      ['no name', '', '', ''],
      ['a name of one word', 'Sukarno', 'Sukarno', ''],
      [
        'a name with spaces around and between',
        '  Ada \t  King   Lovelace ',
        'Ada',
        'King Lovelace',
      ],
      [
        'a name with control characters',
        'Ada\u0000\u001b[31m\r\nLovelace\u0085',
        'Ada',
        '[31m Lovelace',
      ],
      ['a name of no letters but spaces', ' \n\u00a0 ', '', ''],
      ['a name in pieces', 'Zoe\u0308 Bronte\u0308', 'Zo\u00eb', 'Bront\u00eb'],
      [
        'a very long name',
        `${'A'.repeat(300)} ${'b '.repeat(300)}`,
        'A'.repeat(100),
        'b '.repeat(50).trim(),
      ],
      [
        'a name cut within an emoji',
        `A${'\u{1f642}'.repeat(60)}`,
        `A${'\u{1f642}'.repeat(49)}`,
        '',
      ],
    ])('with %s gets a profile nevertheless', async (_kind, name, firstName, lastName) => {
      google.person({ name });
      const browser = new Browser(test);
      expect(await runOAuthFlow(browser, google.provider)).toBe('');
      expect(await whoIsIn(browser)).toMatchObject({ firstName, lastName, isNewUser: true });
    });

    it.each([
      ['vouched for', true],
      ['not vouched for', false],
    ])(
      'whose address is %s has one account even if three windows return at once',
      async (_kind, emailVerified) => {
        const { email } = google.person({ emailVerified });
        const browsers = [1, 2, 3].map(() => new Browser(test));
        const callbacks = await Promise.all(
          browsers.map(async (browser) =>
            google.provider.followSignIn(await authorization(browser)),
          ),
        );
        await Promise.all(
          browsers.map((browser, index) => comeBack(browser, callbacks[index] as URL)),
        );
        const users = await Promise.all(browsers.map(whoIsIn));
        expect(new Set(users.map((user) => user?.id)).size).toBe(1);
        expect(users.map((user) => user?.isNewUser).sort()).toEqual([false, false, true]);
        expect(users[0]?.id).toBe((await accountOf(email))?.user_id);
      },
    );
  });

  describe('a known user', () => {
    it('signs in to the same account, no longer as a new user', async () => {
      google.person();
      const first = new Browser(test);
      await runOAuthFlow(first, google.provider);
      const second = new Browser(test);
      expect(await runOAuthFlow(second, google.provider)).toBe('');
      const user = await whoIsIn(first);
      expect(await whoIsIn(second)).toEqual({ ...user, isNewUser: false });
    });

    it('keeps their name and address in the app, even if they have changed at Google', async () => {
      const { subject, email } = google.person({ name: 'Ada Byron' });
      const first = new Browser(test);
      await runOAuthFlow(first, google.provider);
      const stranger = await freshUser(test);
      // Google now reports the address of another account, but only the subject identifies the user.
      google.person({ subject, name: 'Ada Lovelace', email: stranger.email });
      const second = new Browser(test);
      expect(await runOAuthFlow(second, google.provider)).toBe('');
      const { id } = (await whoIsIn(first)) ?? {};
      expect(await whoIsIn(second)).toMatchObject({ id, email, name: 'Ada Byron' });
      expect(await whoIsIn(stranger.browser)).toMatchObject({ id: stranger.userId });
    });

    it('gets a new session instead of the browser’s former one', async () => {
      const { browser } = await freshUser(test);
      const former = browser.cookie;
      google.person();
      expect(await runOAuthFlow(browser, google.provider)).toBe('');
      expect(browser.cookie).not.toBe(former);
      const thief = new Browser(test);
      thief.cookie = former;
      expect(await whoIsIn(thief)).toBeUndefined();
    });

    it('never gets a session whose cookie the browser brought along', async () => {
      google.person();
      const browser = new Browser(test);
      const planted = `session=${'A'.repeat(43)}`;
      browser.cookie = planted;
      expect(await runOAuthFlow(browser, google.provider)).toBe('');
      expect(browser.cookie).not.toBe(planted);
      const attacker = new Browser(test);
      attacker.cookie = planted;
      expect(await whoIsIn(attacker)).toBeUndefined();
    });
  });

  it('stores none of Google’s tokens, and sends none to the browser', async () => {
    google.person();
    const browser = new Browser(test);
    const url = await authorization(browser);
    const during = await everythingKept(test);
    const state = url.searchParams.get('state') ?? '';
    const flowToken = browser.cookies.get('oauth-flow') ?? '';
    const nonce = url.searchParams.get('nonce') ?? '';
    // The nonce is stored only encrypted; the state and the flow token are stored only as hashes.
    expect(during.opened).toContain(nonce);
    for (const secret of [state, flowToken, nonce]) expect(during.rows).not.toContain(secret);
    for (const secret of [state, flowToken]) {
      expect(during.opened).not.toContain(secret);
      expect(during.rows).toContain(createHash('sha256').update(secret).digest('hex'));
    }

    const before = google.provider.issued.length;
    const callback = await google.provider.followSignIn(url);
    const response = await comeBack(browser, callback);
    const tokens = google.provider.issued.slice(before);
    expect(tokens.map((token) => token.split('.').length)).toEqual([1, 3]);
    const told = JSON.stringify([response.headers, response.body, await takeOutcome(browser)]);
    const { rows, opened } = await everythingKept(test);
    const code = callback.searchParams.get('code') ?? '';
    for (const secret of [...tokens, code, nonce]) {
      expect(secret.length).toBeGreaterThan(20);
      for (const text of [rows, opened, told, JSON.stringify(test.logged)]) {
        expect(text).not.toContain(secret);
      }
    }
  });
});
