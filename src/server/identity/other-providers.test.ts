import { beforeEach, describe, expect, it } from 'vitest';
import { oauthCallbackPath, PROVIDERS } from '../../contract/providers.ts';
import { Browser, freshUser, testApp } from '../testing/app.ts';
import { everythingStored, onSqlite } from '../testing/databases.ts';
import {
  authorization,
  begin,
  comeBack,
  everythingKept,
  runOAuthFlow,
  standInForGoogle,
  standInForOthers,
  takeOutcome,
  whoIsIn,
} from '../testing/oauth-flows.ts';
import { expectRefusal } from '../testing/refusals.ts';

const inUse = (name: string) =>
  `An account with this email already exists. Please sign in instead. Use your password or an emailed link, or the way that you used before. Then you can add ${name} in Settings.`;
const IN_USE = {
  facebook: inUse('Facebook'),
  github: inUse('GitHub'),
  twitter: inUse('X (Twitter)'),
};
const CANCELLED = {
  facebook:
    'You did not finish signing in with Facebook. Please try again, or sign in another way.',
  github: 'You did not finish signing in with GitHub. Please try again, or sign in another way.',
  twitter:
    'You did not finish signing in with X (Twitter). Please try again, or sign in another way.',
};
const REFUSED = {
  facebook: 'Facebook sign-in did not work. Please try again.',
  github: 'GitHub sign-in did not work. Please try again.',
  twitter: 'X (Twitter) sign-in did not work. Please try again.',
};

onSqlite((place) => {
  const settings = {};
  const google = standInForGoogle(settings);
  const others = standInForOthers(settings);
  const test = testApp(place, settings);
  let people = 1000;

  /** Makes a new person sign in at the provider from now on. */
  function person(change: { name?: string; email?: string; emailVerified?: boolean } = {}) {
    people += 1;
    const email = `someone${people}@example.org`;
    const whole = { id: String(people), name: 'Ada King Lovelace', email, ...change };
    others.provider.signInAs(whole);
    return whole;
  }

  describe.each(['facebook', 'github', 'twitter'] as const)('%s', (provider) => {
    const going = { provider };

    it('asks for name and address, with PKCE and a state', async () => {
      const { searchParams, origin } = await authorization(new Browser(test), going);
      expect(origin).toBe(others.provider.origin);
      const { state, code_challenge, ...rest } = Object.fromEntries(searchParams);
      for (const random of [state, code_challenge]) expect(random).toMatch(/^[\w-]{43}$/);
      const scopes = {
        facebook: 'email public_profile',
        github: 'read:user user:email',
        twitter: 'users.read tweet.read users.email',
      };
      expect(rest).toEqual({
        client_id: others.provider.clientId,
        redirect_uri: `http://localhost:3000${oauthCallbackPath(provider)}`,
        response_type: 'code',
        scope: scopes[provider],
        code_challenge_method: 'S256',
      });
    });

    it('signs a new user in, and recognizes them the next time', async () => {
      const { email, ...rest } = person();
      const first = new Browser(test);
      expect(await runOAuthFlow(first, others.provider, going)).toBe('');
      const user = await whoIsIn(first);
      const expected = { email, firstName: 'Ada', lastName: 'King Lovelace', isNewUser: true };
      expect(user).toMatchObject(expected);
      const { id: userId } = user ?? {};
      const account = (await first.call('getAccount', { userId })).json();
      expect(account).toMatchObject({
        hasPassword: false,
        waysIn: [{ kind: provider, email }],
      });

      others.provider.signInAs({ ...rest, email: `moved-${email}` });
      const second = new Browser(test);
      expect(await runOAuthFlow(second, others.provider, going)).toBe('');
      expect(await whoIsIn(second)).toEqual({ ...user, isNewUser: false });
    });

    it('is not confused with another provider that uses the same id', async () => {
      const { id } = person();
      const browsers = [];
      for (const each of ['facebook', 'github', 'twitter'] as const) {
        others.provider.signInAs({ id, name: 'A', email: `${each}-${id}@example.org` });
        const browser = new Browser(test);
        expect(await runOAuthFlow(browser, others.provider, { provider: each })).toBe('');
        browsers.push(browser);
      }
      const users = await Promise.all(browsers.map(whoIsIn));
      expect(new Set(users.map((user) => user?.id)).size).toBe(3);
    });

    it.each([
      ['confirmed', true],
      ['not confirmed', false],
    ])(
      'opens no account by an address that is %s at the provider',
      async (_kind, emailVerified) => {
        const { email, userId, browser: maker } = await freshUser(test);
        person({ email, emailVerified });
        const before = await everythingStored(test.context.db);
        const browser = new Browser(test);
        const problem = await runOAuthFlow(browser, others.provider, going);
        // GitHub reports an unconfirmed address; the other two providers report none.
        if (emailVerified || provider === 'github') expect(problem).toBe(IN_USE[provider]);
        else expect(problem).toContain('did not tell us your email');
        expect(await everythingStored(test.context.db)).toEqual(before);
        expect(await whoIsIn(browser)).toBeUndefined();
        expect(await whoIsIn(maker)).toMatchObject({ id: userId });
      },
    );

    it('creates an account whose address is not proven', async () => {
      const { email } = person();
      const browser = new Browser(test);
      expect(await runOAuthFlow(browser, others.provider, going)).toBe('');
      const { id: userId } = (await whoIsIn(browser)) ?? {};
      const account = await browser.call('getAccount', { userId });
      expect(account.json()).toMatchObject({ email, emailProven: false, proofs: [provider] });
    });

    it.each([
      ['none', undefined],
      ['an empty one', ''],
      ['a malformed one', 'ada at example.org'],
      ['two', 'ada@example.org, eve@example.org'],
      ['one with a line break', 'ada@example.org\r\nbcc: eve@example.org'],
      ['one that is too long', `${'a'.repeat(250)}@example.org`],
    ])('needs an address, and says so if it gets %s', async (_kind, email) => {
      others.provider.signInAs({ id: '77', name: 'Ada', ...(email !== undefined && { email }) });
      const before = await everythingStored(test.context.db);
      const browser = new Browser(test);
      expect(await runOAuthFlow(browser, others.provider, going)).toBe(
        `${PROVIDERS[provider]} did not tell us your email, which we need. Please sign up with your email and a password.`,
      );
      expect(browser.cookie).toBeUndefined();
      expect(await everythingStored(test.context.db)).toEqual(before);
    });

    it('does not map a look-alike letter to the letter it looks like', async () => {
      const { email } = await freshUser(test);
      // The kelvin sign, whose lower case is an ordinary k.
      const mike = `mike-${email}`;
      await freshUser(test);
      await new Browser(test).call('signUp', { email: mike, password: 'correct horse 1' });
      person({ email: mike.replace('k', '\u212a') });
      const browser = new Browser(test);
      expect(await runOAuthFlow(browser, others.provider, going)).toContain(
        'did not tell us your email',
      );
      expect(await whoIsIn(browser)).toBeUndefined();
    });

    it('shows that the user declined', async () => {
      others.provider.deny();
      const browser = new Browser(test);
      expect(await runOAuthFlow(browser, others.provider, going)).toBe(CANCELLED[provider]);
      expect(browser.cookie).toBeUndefined();
    });

    describe('refuses', () => {
      let browser: Browser;
      beforeEach(() => {
        person();
        browser = new Browser(test);
      });

      async function aboutToComeBack(who = browser, change: (url: URL) => void = () => {}) {
        const url = await authorization(who, going);
        change(url);
        return await others.provider.followSignIn(url);
      }

      async function expectRefused(callback: URL, problem = REFUSED[provider]) {
        await comeBack(browser, callback);
        expect((await takeOutcome(browser))?.problem).toBe(problem);
        expect(await whoIsIn(browser)).toBeUndefined();
      }

      it('a code that is wrong', async () => {
        const callback = await aboutToComeBack();
        callback.searchParams.set('code', 'A');
        await expectRefused(callback);
      });

      it('a used code in a new flow', async () => {
        const used = await aboutToComeBack();
        await comeBack(browser, used);
        expect((await takeOutcome(browser))?.problem).toBe('');
        await browser.call('signOut');
        const fresh = await aboutToComeBack();
        fresh.searchParams.set('code', used.searchParams.get('code') ?? '');
        await expectRefused(fresh);
      });

      it('a code of another browser’s flow, by its PKCE verifier', async () => {
        const theirs = await aboutToComeBack(new Browser(test));
        const ours = await aboutToComeBack();
        ours.searchParams.set('code', theirs.searchParams.get('code') ?? '');
        await expectRefused(ours);
      });

      it('a response in the name of another issuer', async () => {
        const callback = await aboutToComeBack();
        callback.searchParams.set('iss', 'https://evil.example');
        const name = PROVIDERS[provider];
        await expectRefused(callback, `${name} sign-in did not work. Please try again.`);
      });

      it('the redirect URI of another provider, which ends the flow', async () => {
        const callback = await aboutToComeBack();
        for (const path of [oauthCallbackPath('google'), callback.pathname]) {
          await comeBack(browser, new URL(path + callback.search, callback));
          expect(await takeOutcome(browser)).toBeNull();
          expect(await whoIsIn(browser)).toBeUndefined();
        }
      });

      it('another browser’s state', async () => {
        const callback = await aboutToComeBack();
        const victim = new Browser(test);
        await authorization(victim, going);
        await comeBack(victim, callback);
        expect(await takeOutcome(victim)).toBeNull();
        expect(await whoIsIn(victim)).toBeUndefined();
      });
    });

    it('has no spreadsheets', async () => {
      const { browser } = await freshUser(test);
      const response = await begin(browser, { provider, purpose: 'sheets' });
      expectRefusal(response, 404, 'Page not found.');
    });
  });

  it('a new flow with another provider replaces the current one', async () => {
    person();
    google.person();
    const browser = new Browser(test);
    const gitHub = await authorization(browser, { provider: 'github' });
    await begin(browser, { provider: 'google' });
    await comeBack(browser, await others.provider.followSignIn(gitHub));
    expect(await takeOutcome(browser)).toBeNull();
    expect(await whoIsIn(browser)).toBeUndefined();
  });

  it('stores none of their tokens', async () => {
    const before = others.provider.issued.length;
    for (const provider of ['facebook', 'github', 'twitter'] as const) {
      person();
      await runOAuthFlow(new Browser(test), others.provider, { provider });
    }
    const tokens = others.provider.issued.slice(before);
    expect(tokens).toHaveLength(3);
    const { rows, opened } = await everythingKept(test);
    for (const text of [rows, opened, JSON.stringify(test.logged)]) {
      for (const token of tokens) expect(text).not.toContain(token);
    }
  });
});
