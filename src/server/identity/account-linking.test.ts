import { describe, expect, it } from 'vitest';
import type { Activity } from '../../contract/activity.ts';
import type { WayIn } from '../../contract/ways-in.ts';
import {
  Browser,
  freshAccount,
  freshUser,
  secondBrowser,
  type TestUser,
  testApp,
  wait,
} from '../testing/app.ts';
import { everythingStored, onEveryDatabase } from '../testing/databases.ts';
import {
  authorization,
  comeBack,
  runOAuthFlow,
  standInForGoogle,
  standInForOthers,
  whoIsIn,
} from '../testing/oauth-flows.ts';
import { askForLink, askForReset, lettersTo, NEW_PASSWORD } from '../testing/outbox.ts';
import { provenUser } from '../testing/rows.ts';

const inUse = (name: string) =>
  `An account with this email already exists. Please sign in instead. Use your password or an emailed link, or the way that you used before. Then you can add ${name} in Settings.`;
const IN_USE = inUse('Google');
const DAY = 86_400_000;
const TAKEN_BACK = {
  kind: 'addressTakenBack',
  firstProof: { password: true, providers: [] },
};

onEveryDatabase((place) => {
  const settings = {};
  const google = standInForGoogle(settings);
  const others = standInForOthers(settings);
  const test = testApp(place, settings);

  /** The linked providers, as the owner reads them in the account's activity. */
  async function joinsToldTo(browser: Browser, userId: string): Promise<string[]> {
    const entries: Activity[] = (await browser.call('getActivity', { userId })).json();
    return entries.flatMap(({ kind, detail }) => (kind === 'providerJoined' ? detail : []));
  }

  /** True if a password still signs the user in. */
  async function letsIn({ email }: Pick<TestUser, 'email'>, password: string): Promise<boolean> {
    const { statusCode } = await new Browser(test).call('signIn', { email, password });
    return statusCode === 200;
  }

  /**
   * An account that an attacker has made with another person's address through Facebook, which does not vouch
   * for addresses.
   */
  async function preparedByFacebook(email: string) {
    const id = String(Math.trunc(Math.random() * 1e15));
    const person = { id, name: 'Mallory', email };
    others.provider.signInAs(person);
    const browser = new Browser(test);
    expect(await runOAuthFlow(browser, others.provider, { provider: 'facebook' })).toBe('');
    const { id: userId } = (await whoIsIn(browser)) ?? {};
    return { person, browser, userId };
  }

  describe('an address that Google vouches for', () => {
    it('is linked to an empty account, and removes all sign-in methods of its maker', async () => {
      const maker = await freshAccount(test);
      const elsewhere = await secondBrowser(test, maker);
      const { email, userId, password } = maker;
      google.person({ email: ` ${email.toUpperCase()} ` });
      const browser = new Browser(test);
      expect(await runOAuthFlow(browser, google.provider)).toBe('');
      expect(await whoIsIn(browser)).toMatchObject({
        id: userId,
        email,
        symptom1: 'No Symptom entered',
      });
      expect(await letsIn(maker, password)).toBe(false);
      expect(await letsIn(maker, '')).toBe(false);
      expect(await whoIsIn(maker.browser)).toBeUndefined();
      expect(await whoIsIn(elsewhere.browser)).toBeUndefined();
      expect(await lettersTo(test, email)).toEqual([TAKEN_BACK]);
      const account = (await browser.call('getAccount', { userId })).json();
      expect(account.waysIn.map(({ kind }: WayIn) => kind)).toEqual(['link', 'google']);
      expect(await joinsToldTo(browser, userId)).toEqual(['google passwordRemoved']);
    });

    it('opens no account whose address was proven, and the owner gets one letter a week', async () => {
      const user = await provenUser(test);
      const refused = { kind: 'providerRefused', provider: 'google' };
      for (const days of [0, 1, 5]) {
        wait(test, days * DAY);
        google.person({ email: user.email });
        const browser = new Browser(test);
        expect(await runOAuthFlow(browser, google.provider)).toBe(IN_USE);
        expect(browser.cookie).toBeUndefined();
        expect(await lettersTo(test, user.email)).toEqual([refused]);
      }
      wait(test, DAY);
      expect(await runOAuthFlow(new Browser(test), google.provider)).toBe(IN_USE);
      expect(await lettersTo(test, user.email)).toEqual([refused, refused]);
      expect(await joinsToldTo(user.browser, user.userId)).toEqual([]);
      expect(await whoIsIn(user.browser)).toMatchObject({ id: user.userId });
      expect(await letsIn(user, user.password)).toBe(true);
    });

    it('keeps the owner’s ways in when a second Google account has the same address', async () => {
      const maker = await freshAccount(test);
      google.person({ email: maker.email });
      const first = new Browser(test);
      expect(await runOAuthFlow(first, google.provider)).toBe('');
      google.person({ email: maker.email });
      const second = new Browser(test);
      expect(await runOAuthFlow(second, google.provider)).toBe(IN_USE);
      expect(await whoIsIn(first)).toMatchObject({ id: maker.userId });
      expect(await whoIsIn(second)).toBeUndefined();
    });

    it('may end with @gmail.com, without a Workspace', async () => {
      const email = 'grace.hopper@gmail.com';
      google.person({ email, hd: undefined });
      const browser = new Browser(test);
      expect(await runOAuthFlow(browser, google.provider)).toBe('');
      expect(await whoIsIn(browser)).toMatchObject({ email, asksAddress: false });
    });

    it('is linked once even if three windows return at once', async () => {
      const maker = await freshAccount(test);
      google.person({ email: maker.email });
      const browsers = [1, 2, 3].map(() => new Browser(test));
      const callbacks = await Promise.all(
        browsers.map(async (each) => google.provider.followSignIn(await authorization(each))),
      );
      await Promise.all(browsers.map((each, index) => comeBack(each, callbacks[index] as URL)));
      for (const each of browsers) {
        expect(await whoIsIn(each)).toMatchObject({ id: maker.userId });
      }
      expect(await whoIsIn(maker.browser)).toBeUndefined();
      // Two of them may be new to an account that the first has taken back already.
      const letters = await lettersTo(test, maker.email);
      expect(letters.filter(({ kind }) => kind !== 'newBrowser')).toEqual([TAKEN_BACK]);
    });

    it('makes one new account even if three windows return at once for one with entries', async () => {
      const maker = await freshUser(test, ['Tremor']);
      google.person({ email: maker.email });
      const browsers = [1, 2, 3].map(() => new Browser(test));
      const callbacks = await Promise.all(
        browsers.map(async (each) => google.provider.followSignIn(await authorization(each))),
      );
      await Promise.all(browsers.map((each, index) => comeBack(each, callbacks[index] as URL)));
      const people = await Promise.all(browsers.map(whoIsIn));
      expect(new Set(people.map((person) => person?.id)).size).toBe(1);
      expect(people[0]).toMatchObject({ email: maker.email });
      expect(people[0]?.id).not.toBe(maker.userId);
      expect(await whoIsIn(maker.browser)).toMatchObject({ id: maker.userId });
    });

    it('joins one of two Google accounts that return at once', async () => {
      const maker = await freshAccount(test);
      const browsers = [new Browser(test), new Browser(test)];
      const callbacks: URL[] = [];
      for (const each of browsers) {
        google.person({ email: maker.email });
        callbacks.push(await google.provider.followSignIn(await authorization(each)));
      }
      await Promise.all(browsers.map((each, index) => comeBack(each, callbacks[index] as URL)));
      const identities = await test.context.db
        .selectFrom('identities')
        .select('subject')
        .where('user_id', '=', maker.userId)
        .execute();
      expect(identities).toHaveLength(1);
      const people = await Promise.all(browsers.map(whoIsIn));
      expect(people.filter((person) => person?.id === maker.userId)).toHaveLength(1);
    });
  });

  describe('an address that Google does not vouch for', () => {
    it.each([
      ['is not verified', { emailVerified: false }],
      ['is managed neither by Gmail nor by a Workspace', { hd: undefined }],
    ])('opens no account if it %s, proven or not', async (_what, claims) => {
      for (const user of [await freshUser(test), await provenUser(test)]) {
        google.person({ email: user.email, ...claims });
        const before = await identitiesAndSessions();
        const browser = new Browser(test);
        expect(await runOAuthFlow(browser, google.provider)).toBe(IN_USE);
        expect(browser.cookie).toBeUndefined();
        expect(await identitiesAndSessions()).toEqual(before);
        expect(await whoIsIn(user.browser)).toMatchObject({ id: user.userId });
      }
    });

    it('causes no letter to an address that was never proven', async () => {
      const user = await freshUser(test);
      google.person({ email: user.email, emailVerified: false });
      const before = await everythingStored(test.context.db);
      expect(await runOAuthFlow(new Browser(test), google.provider)).toBe(IN_USE);
      expect(await everythingStored(test.context.db)).toEqual(before);
    });

    async function identitiesAndSessions() {
      const { accounts, identities, sessions } = await everythingStored(test.context.db);
      return { accounts, identities, sessions };
    }

    it('keeps the browser’s session when it is refused', async () => {
      const [user, other] = [await freshUser(test), await freshUser(test)];
      google.person({ email: other.email, emailVerified: false });
      expect(await runOAuthFlow(user.browser, google.provider)).toBe(IN_USE);
      expect(await whoIsIn(user.browser)).toMatchObject({ id: user.userId });
    });

    it('gets an account with an unproven address if there is none', async () => {
      const { email } = google.person({ emailVerified: false });
      const browser = new Browser(test);
      expect(await runOAuthFlow(browser, google.provider)).toBe('');
      const { id: userId } = (await whoIsIn(browser)) ?? {};
      const stored = await everythingStored(test.context.db);
      const account = stored.accounts?.find((row) => String(row).includes(email));
      expect(JSON.parse(String(account))).toMatchObject({ user_id: userId, email_proven: 0 });
    });
  });

  it.each(['github', 'twitter', 'facebook'] as const)(
    'a stranger at %s with a proven address is not in, and the owner gets a letter',
    async (provider) => {
      const user = await provenUser(test);
      others.provider.signInAs({ id: '815', name: 'Mallory', email: user.email });
      const stranger = new Browser(test);
      const problem = await runOAuthFlow(stranger, others.provider, { provider });
      expect(problem).toMatch(/^An account with this email already exists\./);
      expect(await whoIsIn(stranger)).toBeUndefined();
      expect(await lettersTo(test, user.email)).toEqual([{ kind: 'providerRefused', provider }]);
      expect(await whoIsIn(user.browser)).toMatchObject({ id: user.userId });
    },
  );

  describe('an account that an attacker made with another person’s address', () => {
    it.each(['Google', 'a link', 'a reset'])(
      'keeps what the attacker entered, and shows its owner none of it after a sign-in by %s',
      async (way) => {
        const email = `owner-by-${way.replace(' ', '-').toLowerCase()}@example.org`;
        const { person, browser: attacker, userId } = await preparedByFacebook(email);
        const browser = new Browser(test);
        await signInBy(way, browser, email);
        const owner = await whoIsIn(browser);
        expect(owner).toMatchObject({ email, split: { holds: 'address' } });
        expect(owner?.id).not.toBe(userId);

        others.provider.signInAs(person);
        const again = new Browser(test);
        expect(await runOAuthFlow(again, others.provider, { provider: 'facebook' })).toBe('');
        for (const each of [attacker, again]) {
          expect(await whoIsIn(each)).toMatchObject({ id: userId, email: '' });
        }
      },
    );

    it.each(['Google', 'a link', 'a reset'])(
      'belongs to its owner after a sign-in by %s if it is empty',
      async (way) => {
        const { email, userId, browser: attacker } = await freshAccount(test);
        const identity = { issuer: 'https://facebook.example', subject: email, created_at: 1 };
        await test.context.db
          .insertInto('identities')
          .values({ ...identity, user_id: userId, provider: 'facebook' })
          .execute();
        const browser = new Browser(test);
        await signInBy(way, browser, email);
        expect(await whoIsIn(browser)).toMatchObject({ id: userId, email });
        expect(await whoIsIn(attacker)).toBeUndefined();
        expect(await lettersTo(test, email)).toContainEqual(
          way === 'a reset'
            ? {
                kind: 'passwordChanged',
                isReset: true,
                firstProof: { password: false, providers: ['facebook'] },
              }
            : {
                kind: 'addressTakenBack',
                firstProof: { password: true, providers: ['facebook'] },
              },
        );
        const activity: Activity[] = (await browser.call('getActivity', { userId })).json();
        expect(activity.map(({ kind }) => kind)).toContain('waysInRemoved');
      },
    );

    async function signInBy(way: string, browser: Browser, email: string) {
      if (way === 'Google') {
        google.person({ email });
        expect(await runOAuthFlow(browser, google.provider)).toBe('');
      } else if (way === 'a link') {
        const carried = await askForLink(test, { browser, email });
        const { statusCode } = await browser.call('signInWithLink', { email, ...carried });
        expect(statusCode).toBe(200);
      } else {
        const proof = await askForReset(test, { browser, email });
        const input = { email, newPassword: NEW_PASSWORD, ...proof };
        expect((await browser.call('resetPassword', input)).statusCode).toBe(200);
        await browser.call('signIn', { email, password: NEW_PASSWORD });
      }
    }

    it('leaves an attacker whose sign-in was under way with what is theirs', async () => {
      const email = 'under-way@example.org';
      const { person, browser: attacker, userId } = await preparedByFacebook(email);
      others.provider.signInAs(person);
      const second = new Browser(test);
      const url = await authorization(second, { provider: 'facebook' });
      const callback = await others.provider.followSignIn(url);
      google.person({ email });
      const owner = new Browser(test);
      expect(await runOAuthFlow(owner, google.provider)).toBe('');
      await comeBack(second, callback);
      for (const each of [attacker, second]) {
        expect(await whoIsIn(each)).toMatchObject({ id: userId, email: '' });
      }
      expect((await whoIsIn(owner))?.id).not.toBe(userId);
    });
  });
});
