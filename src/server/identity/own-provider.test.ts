import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { errors } from '../../contract/errors.ts';
import { Browser, freshUser, PERSON, testApp, wait } from '../testing/app.ts';
import { addedPasskey } from '../testing/authenticator.ts';
import { onEveryDatabase } from '../testing/databases.ts';
import {
  authorization,
  comeBack,
  loggedFault,
  runOAuthFlow,
  takeOutcome,
  whoIsIn,
} from '../testing/oauth-flows.ts';
import { type OpenIdProvider, startOpenIdProvider } from '../testing/openid-provider.ts';
import { lettersTo, mailedCode } from '../testing/outbox.ts';
import { browserElsewhere } from '../testing/places.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { proveAddress, provenUser } from '../testing/rows.ts';

/** The operator's own OpenID provider, at `oidc-provider`, in the forms that FACTS 16 lists. */

const HOME = 'http://localhost:3000';
const REDIRECT_URI = `${HOME}/api/auth/oidc/callback`;
const OIDC = { provider: 'oidc' } as const;
const FAILED = 'Clinic sign-in did not work. Please try again.';

type Options = Parameters<typeof startOpenIdProvider>[0];

/** Starts the provider for the tests of a `describe`, with the settings that connect an app to it. */
function ownProvider(options: Options, settings: Record<string, string>) {
  const own = {} as { provider: OpenIdProvider };
  beforeAll(async () => {
    own.provider = await startOpenIdProvider({ redirectUris: [REDIRECT_URI], ...options });
    const { issuer, clientId, clientSecret } = own.provider;
    Object.assign(settings, {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: clientId,
      OIDC_CLIENT_SECRET: clientSecret,
      OIDC_NAME: 'Clinic',
    });
  });
  afterAll(() => own.provider.stop());
  return own;
}

type Account = Parameters<OpenIdProvider['accounts']['set']>[1];
let people = 0;

/** Somebody at the provider, as whom the next flows sign in. */
function person({ provider }: { readonly provider: OpenIdProvider }, given: Partial<Account> = {}) {
  people += 1;
  const subject = `own-${people}`;
  const email = `own${people}@clinic.example`;
  const account = { name: 'Ada Lovelace', email, emailVerified: true, ...given };
  provider.accounts.set(subject, account);
  provider.signInAs(subject);
  return { subject, ...account };
}

onEveryDatabase((place) => {
  describe('with the header for the client, and claims only at UserInfo', () => {
    const settings: Record<string, string> = {};
    const own = ownProvider(
      { clientAuth: 'client_secret_basic', claimsAtUserInfo: true },
      settings,
    );
    const test = testApp(place, settings);

    it('asks UserInfo for the address, and whether it is proven', async () => {
      const { email } = person(own);
      const browser = new Browser(test);
      expect(await runOAuthFlow(browser, own.provider, OIDC)).toBe('');
      expect(await whoIsIn(browser)).toMatchObject({ email, firstName: 'Ada', isNewUser: true });
      expect(await provenOf(email)).toBe(1);
    });

    it.each([false, undefined])(
      'takes an address with email_verified %s as unproven',
      async (emailVerified) => {
        const { email } = person(own, { emailVerified });
        expect(await runOAuthFlow(new Browser(test), own.provider, OIDC)).toBe('');
        expect(await provenOf(email)).toBe(0);
      },
    );

    it('gives somebody without an address an account that asks for one', async () => {
      person(own, { email: undefined, emailVerified: undefined });
      const browser = new Browser(test);
      expect(await runOAuthFlow(browser, own.provider, OIDC)).toBe('');
      expect(await whoIsIn(browser)).toMatchObject({ email: '', asksAddress: true });
      const again = new Browser(test);
      expect(await runOAuthFlow(again, own.provider, OIDC)).toBe('');
      expect((await whoIsIn(again))?.id).toBe((await whoIsIn(browser))?.id);
    });

    it('knows a person by issuer and subject, whatever their address is now', async () => {
      const { subject, email } = person(own);
      const browser = new Browser(test);
      await runOAuthFlow(browser, own.provider, OIDC);
      const account = { name: 'Ada', email: `new-${email}`, emailVerified: true };
      own.provider.accounts.set(subject, account);
      const again = new Browser(test);
      expect(await runOAuthFlow(again, own.provider, OIDC)).toBe('');
      expect(await whoIsIn(again)).toMatchObject({ id: (await whoIsIn(browser))?.id, email });
    });

    it.each([0, 1])('opens no account with the same address (proven: %s)', async (proven) => {
      const user = await freshUser(test);
      if (proven) await proveAddress(test, user);
      person(own, { email: user.email });
      const browser = browserElsewhere(test);
      const problem = await runOAuthFlow(browser, own.provider, OIDC);
      expect(problem).toMatch(
        /^An account with this email already exists\..* add Clinic in Settings/,
      );
      expect(await whoIsIn(browser)).toBeUndefined();
    });

    it('joins an account whose owner is signed in', async () => {
      const user = await freshUser(test);
      person(own);
      const join = { ...OIDC, purpose: 'join' } as const;
      expect(await runOAuthFlow(user.browser, own.provider, join)).toBe('');
      const browser = browserElsewhere(test);
      expect(await runOAuthFlow(browser, own.provider, OIDC)).toBe('');
      expect((await whoIsIn(browser))?.id).toBe(user.userId);
    });

    it('accepts a clock that differs by 45 seconds, and none that differs by five minutes', async () => {
      person(own);
      for (const [seconds, problem] of [
        [45, ''],
        [300, FAILED],
      ] as const) {
        const at = Math.floor(Date.now() / 1000) + seconds;
        own.provider.tamperWith({ claims: { iat: at, nbf: at } });
        expect(await runOAuthFlow(browserElsewhere(test), own.provider, OIDC)).toBe(problem);
      }
      own.provider.tamperWith();
    });

    it.each([
      ['of another issuer', { claims: { iss: 'https://elsewhere.example' } }],
      ['for another app', { claims: { aud: 'another app' } }],
      ['with another nonce', { claims: { nonce: 'another' } }],
      ["with another's signature", { signature: "another's" }],
      ['without a signature', { signature: 'none' }],
    ] as const)('refuses an ID token %s', async (_, tampering) => {
      person(own);
      own.provider.tamperWith(tampering);
      const browser = browserElsewhere(test);
      expect(await runOAuthFlow(browser, own.provider, OIDC)).toBe(FAILED);
      own.provider.tamperWith();
      expect(await whoIsIn(browser)).toBeUndefined();
      expect(loggedFault(test)).toMatchObject({ provider: 'oidc' });
    });

    it('accepts a code once', async () => {
      person(own);
      const browser = browserElsewhere(test);
      const callback = await own.provider.followSignIn(await authorization(browser, OIDC));
      await comeBack(browser, callback);
      expect((await takeOutcome(browser))?.problem).toBe('');
      await comeBack(browser, callback);
      expect(await takeOutcome(browser)).toBeNull();
      // The same code with a new state.
      const other = browserElsewhere(test);
      const { searchParams } = await authorization(other, OIDC);
      const replayed = new URL(callback);
      replayed.searchParams.set('state', searchParams.get('state') ?? '');
      await comeBack(other, replayed);
      expect((await takeOutcome(other))?.problem).toBe(FAILED);
    });

    it('signs in after the provider has changed its keys', async () => {
      person(own);
      expect(await runOAuthFlow(browserElsewhere(test), own.provider, OIDC)).toBe('');
      const { accounts, issuer } = own.provider;
      await own.provider.stop();
      const port = Number(new URL(issuer).port);
      own.provider = await startOpenIdProvider({
        ...{ port, redirectUris: [REDIRECT_URI] },
        ...{ clientAuth: 'client_secret_basic', claimsAtUserInfo: true },
      });
      for (const [subject, account] of accounts) own.provider.accounts.set(subject, account);
      person(own);
      // The library fetches the keys again for an unknown one if they are older than a minute.
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
      expect(await runOAuthFlow(browserElsewhere(test), own.provider, OIDC)).toBe('');
      vi.useRealTimers();
    });

    async function provenOf(email: string) {
      const account = await test.context.db
        .selectFrom('accounts')
        .select('email_proven as proven')
        .where('email', '=', email)
        .executeTakeFirst();
      return account?.proven;
    }
  });

  describe('with a wrong secret', () => {
    const settings: Record<string, string> = {};
    const own = ownProvider({ clientAuth: 'client_secret_basic' }, settings);
    beforeAll(() => {
      settings.OIDC_CLIENT_SECRET = 'a wrong secret';
    });
    const test = testApp(place, settings);

    it('tells the operator in the log what to check', async () => {
      person(own);
      expect(await runOAuthFlow(browserElsewhere(test), own.provider, OIDC)).toBe(FAILED);
      const hint = expect.stringContaining('OIDC_CLIENT_AUTH=client_secret_post');
      expect(loggedFault(test)).toMatchObject({ provider: 'oidc', hint });
    });
  });

  describe('with OIDC_TRUST_EMAIL', () => {
    const settings: Record<string, string> = { OIDC_TRUST_EMAIL: 'true' };
    const own = ownProvider({}, settings);
    const test = testApp(place, settings);

    it('takes an unmarked address as proven, and not one that is marked as unproven', async () => {
      for (const emailVerified of [undefined, false]) {
        const { email } = person(own, { emailVerified });
        await runOAuthFlow(browserElsewhere(test), own.provider, OIDC);
        const account = await test.context.db
          .selectFrom('accounts')
          .select('email_proven as proven')
          .where('email', '=', email)
          .executeTakeFirst();
        expect(account?.proven, `email_verified ${emailVerified}`).toBe(
          emailVerified === undefined ? 1 : 0,
        );
      }
    });

    it('opens no account whose address was proven, and tells its owner', async () => {
      const user = await freshUser(test);
      await proveAddress(test, user);
      person(own, { email: user.email });
      const problem = await runOAuthFlow(browserElsewhere(test), own.provider, OIDC);
      expect(problem).toMatch(/^An account with this email already exists\./);
      const kinds = (await lettersTo(test, user.email)).map(({ kind }) => kind);
      expect(kinds).toEqual(['providerRefused']);
    });
  });

  describe('with OIDC_ONLY and a log-out', () => {
    const settings: Record<string, string> = { OIDC_ONLY: 'true' };
    const own = ownProvider({ postLogoutUris: [`${HOME}/signin?out=1`] }, settings);
    const test = testApp(place, settings);

    it('makes accounts only by the provider, and lets old ones in as before', async () => {
      const user = await freshUser(test);
      const config = (await user.browser.call('getConfig')).json();
      expect(config).toMatchObject({ oidcOnly: true, oidcName: 'Clinic', signUp: false });
      const closed = await browserElsewhere(test).call('signUp', {
        email: 'somebody@example.org',
        password: 'steady as she goes',
      });
      expectRefusal(closed, 403, closed.json().error);
      const { email, password } = user;
      const signedIn = await browserElsewhere(test).call('signIn', { email, password });
      expect(signedIn.statusCode).toBe(200);
      person(own);
      expect(await runOAuthFlow(browserElsewhere(test), own.provider, OIDC)).toBe('');
    });

    /** Somebody with an account from before comes back from the provider, in a new browser. */
    async function joining(email: string) {
      person(own, { email });
      const browser = browserElsewhere(test);
      const callback = await own.provider.followSignIn(await authorization(browser, OIDC));
      await comeBack(browser, callback);
      return { browser, outcome: await takeOutcome(browser) };
    }

    /** Who is in after the next sign-in at the provider, elsewhere. */
    async function nextSignIn() {
      const browser = browserElsewhere(test);
      expect(await runOAuthFlow(browser, own.provider, OIDC)).toBe('');
      return await whoIsIn(browser);
    }

    it('asks on the page for the old password, and then the provider opens the account', async () => {
      const user = await freshUser(test);
      await proveAddress(test, user);
      const { email, password, userId } = user;
      const { browser, outcome } = await joining(email);
      expect(outcome).toMatchObject({ accountEmail: email, problem: errors.emailInUse.message });
      const wrong = await browser.call('joinOwnProvider', { password: 'not it' });
      expectRefusal(wrong, errors.wrongPassword.status, errors.wrongPassword.message);
      expect(await whoIsIn(browser)).toBeUndefined();
      const joined = await browser.call('joinOwnProvider', { password });
      expect(joined.json()).toMatchObject({ id: userId, email });
      expect((await nextSignIn())?.id).toBe(userId);
      const letters = await lettersTo(test, email);
      expect(letters).toContainEqual(
        expect.objectContaining({ kind: 'wayInAdded', way: 'oidc', email }),
      );
      // The session began at the provider, so its log-out ends that one too.
      expect((await browser.call('signOut')).json().leaveAt).toContain('id_token_hint=');
      // It is used up.
      const again = await browser.call('joinOwnProvider', { password });
      expectRefusal(again, 400, errors.joinExpired.message);
    });

    it('takes a code in place of the password', async () => {
      const { email, userId } = await provenUser(test);
      const { browser } = await joining(email);
      const asked = await browser.call('joinOwnProvider');
      expect(asked.statusCode).toBe(202);
      const { challenge } = asked.json();
      const code = await mailedCode(test, email);
      const other = code === '000000' ? '000001' : '000000';
      const wrong = await browser.call('joinOwnProvider', { challenge, code: other });
      expectRefusal(wrong, 400, errors.wrongCode.message);
      const joined = await browser.call('joinOwnProvider', { challenge, code });
      expect(joined.json()).toMatchObject({ id: userId });
      expect((await nextSignIn())?.id).toBe(userId);
    });

    it('splits an account whose address was never proven, if a code proves it', async () => {
      const user = await freshUser(test);
      const { email, userId } = user;
      await user.browser.call('createUser', { userId, email, ...PERSON });
      const { browser } = await joining(email);
      const { challenge } = (await browser.call('joinOwnProvider')).json();
      const code = await mailedCode(test, email);
      const joined = (await browser.call('joinOwnProvider', { challenge, code })).json();
      expect(joined).toMatchObject({ email });
      expect(joined.id).not.toBe(userId);
      expect((await nextSignIn())?.id).toBe(joined.id);
      expect((await whoIsIn(user.browser))?.id).toBe(userId);
    });

    it('needs a browser that has just come back from the provider', async () => {
      const { email, password } = await freshUser(test);
      const { browser } = await joining(email);
      const elsewhere = await browserElsewhere(test).call('joinOwnProvider', { password });
      expectRefusal(elsewhere, 400, errors.joinExpired.message);
      wait(test, 900_001);
      const late = await browser.call('joinOwnProvider', { password });
      expectRefusal(late, 400, errors.joinExpired.message);
    });

    it('logs out at the provider too, and only who signed in there', async () => {
      person(own);
      const browser = browserElsewhere(test);
      await runOAuthFlow(browser, own.provider, OIDC);
      const { leaveAt } = (await browser.call('signOut')).json();
      const { origin, pathname, searchParams } = new URL(leaveAt);
      expect(origin + pathname).toBe(`${own.provider.issuer}/session/end`);
      expect(searchParams.get('post_logout_redirect_uri')).toBe(`${HOME}/signin?out=1`);
      expect(own.provider.issued).toContain(searchParams.get('id_token_hint'));
      expect((await fetch(leaveAt)).status).toBe(200);
      const user = await freshUser(test);
      expect((await user.browser.call('signOut')).json()).toEqual({});
    });

    it('counts any sign-in there as a confirmation, if the owner has nothing else', async () => {
      person(own, { email: undefined, emailVerified: undefined });
      const browser = browserElsewhere(test);
      await runOAuthFlow(browser, own.provider, OIDC);
      const confirm = { ...OIDC, purpose: 'confirm' } as const;
      own.provider.tamperWith({ claims: { auth_time: undefined } });
      expect(await runOAuthFlow(browser, own.provider, confirm)).toBe('');
      own.provider.tamperWith();
      // A passkey may be lost, so it is no other way.
      await addedPasskey({ browser, userId: (await whoIsIn(browser))?.id ?? '' });
      expect(await runOAuthFlow(browser, own.provider, confirm)).toBe('');
    });

    it('keeps the log-out at the provider after a new password, and has one for every log-out', async () => {
      person(own);
      const browser = browserElsewhere(test);
      await runOAuthFlow(browser, own.provider, OIDC);
      const { id: userId } = (await whoIsIn(browser)) ?? {};
      await runOAuthFlow(browser, own.provider, { ...OIDC, purpose: 'confirm' });
      await browser.call('changePassword', { userId, newPassword: 'a new horse 47' });
      const everywhere = await browser.call('signOutEverywhere', { userId });
      expect(everywhere.json().leaveAt).toContain('id_token_hint=');
      const again = browserElsewhere(test);
      await runOAuthFlow(again, own.provider, OIDC);
      const input = { userId, password: 'a new horse 47' };
      const deleted = await again.call('deleteAccount', input);
      expect(deleted.json().leaveAt).toContain('id_token_hint=');
    });

    it('lists a person at a former provider as unusable', async () => {
      const user = await freshUser(test);
      const subject = `former ${user.userId}`;
      await test.context.db
        .insertInto('identities')
        .values({
          ...{ issuer: 'https://former.example', subject, provider: 'oidc', created_at: 0 },
          user_id: user.userId,
        })
        .execute();
      const account = (await user.browser.call('getAccount', { userId: user.userId })).json();
      expect(account.waysIn).toMatchObject([
        { kind: 'password', isRemovable: false },
        { kind: 'oidc', isRemovable: true, isUnusable: true },
      ]);
      expect(account.proofs).toEqual(['password']);
    });

    it('asks for the password at the provider to confirm, and checks that it was asked', async () => {
      person(own);
      const browser = browserElsewhere(test);
      await runOAuthFlow(browser, own.provider, OIDC);
      const confirm = { ...OIDC, purpose: 'confirm' } as const;
      const { searchParams } = await authorization(browser, confirm);
      expect(searchParams.get('prompt')).toBe('login');
      expect(await runOAuthFlow(browser, own.provider, confirm)).toBe('');
      // The account has a proven address, so its owner can confirm with a code.
      own.provider.tamperWith({ claims: { auth_time: Math.floor(Date.now() / 1000) - 3600 } });
      expect(await runOAuthFlow(browser, own.provider, confirm)).toBe(
        'Clinic did not ask you to sign in again, so this does not count. Please use another way.',
      );
      own.provider.tamperWith();
    });
  });
});
