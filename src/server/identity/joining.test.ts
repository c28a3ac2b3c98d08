import { expect, it } from 'vitest';
import type { Activity } from '../../contract/activity.ts';
import type { WayIn } from '../../contract/ways-in.ts';
import { Browser, freshUser, secondBrowser, type TestUser, testApp, wait } from '../testing/app.ts';
import { everythingStored, onEveryDatabase } from '../testing/databases.ts';
import {
  authorization,
  comeBack,
  runOAuthFlow,
  standInForGoogle,
  standInForOthers,
  takeOutcome,
  whoIsIn,
} from '../testing/oauth-flows.ts';
import { lettersTo } from '../testing/outbox.ts';
import { provenUser } from '../testing/rows.ts';

const MINUTE = 60_000;
const JOIN = { provider: 'github', purpose: 'join' } as const;
const SIGN_IN = { provider: 'github' } as const;
const CONFIRM_FIRST = 'First, please confirm that it’s you.';
const OF_OTHER = 'This GitHub account signs someone else in here. Please choose another one.';

/** Joining a provider to the account that is signed in (DECISIONS 42). */
onEveryDatabase((place) => {
  const settings = {};
  const google = standInForGoogle(settings);
  const others = standInForOthers(settings);
  const test = testApp(place, settings);
  let people = 0;

  /** Makes a new person sign in at GitHub from now on, with an address of their own there. */
  function gitHubPerson() {
    people += 1;
    const person = { id: `9${people}`, name: 'Grace', email: `hub${people}@example.org` };
    others.provider.signInAs(person);
    return person;
  }

  async function kindsOf({ browser, userId }: TestUser): Promise<string[]> {
    const account = (await browser.call('getAccount', { userId })).json();
    return account.waysIn.map(({ kind }: WayIn) => kind);
  }

  it('opens the account with the provider from then on, and the owner gets a letter', async () => {
    const user = await provenUser(test);
    const { email } = gitHubPerson();
    expect(await runOAuthFlow(user.browser, others.provider, JOIN)).toBe('');
    expect(await whoIsIn(user.browser)).toMatchObject({ id: user.userId });
    const browser = new Browser(test);
    expect(await runOAuthFlow(browser, others.provider, SIGN_IN)).toBe('');
    expect(await whoIsIn(browser)).toMatchObject({ id: user.userId, email: user.email });
    const account = await browser.call('getAccount', { userId: user.userId });
    expect(account.json().waysIn).toContainEqual({
      wayId: expect.any(String),
      kind: 'github',
      email,
      since: new Date(test.now).toISOString(),
      isRemovable: true,
    });
    const letters = await lettersTo(test, user.email);
    expect(letters).toHaveLength(2);
    const added = { kind: 'wayInAdded', way: 'github', email };
    for (const each of [added, { kind: 'newBrowser' }]) {
      expect(letters).toContainEqual(expect.objectContaining(each));
    }
    const activity: Activity[] = (
      await browser.call('getActivity', { userId: user.userId })
    ).json();
    expect(activity).toContainEqual(
      expect.objectContaining({ kind: 'providerJoined', detail: 'github' }),
    );
  });

  it('happens once, with one letter, if it is repeated', async () => {
    const user = await provenUser(test);
    gitHubPerson();
    expect(await runOAuthFlow(user.browser, others.provider, JOIN)).toBe('');
    expect(await runOAuthFlow(user.browser, others.provider, JOIN)).toBe('');
    expect(await kindsOf(user)).toEqual(['password', 'link', 'github']);
    expect(await lettersTo(test, user.email)).toHaveLength(1);
  });

  it('needs a proof of the last five minutes when it starts', async () => {
    const user = await provenUser(test);
    gitHubPerson();
    wait(test, 5 * MINUTE);
    const before = await everythingStored(test.context.db);
    await user.browser.send({ method: 'GET', url: startOf(user) });
    expect((await takeOutcome(user.browser))?.problem).toBe(CONFIRM_FIRST);
    expect(await everythingStored(test.context.db)).toEqual(before);
    const { userId, password } = user;
    await user.browser.call('proveOwner', { userId, password });
    const url = await authorization(user.browser, JOIN);
    // The proof counts when the flow starts: a person may take long at the provider.
    wait(test, 10 * MINUTE);
    await comeBack(user.browser, await others.provider.followSignIn(url));
    expect((await takeOutcome(user.browser))?.problem).toBe('');
    expect(await kindsOf(user)).toEqual(['password', 'link', 'github']);
  });

  function startOf({ userId }: TestUser): string {
    return `/api/auth/github/start?id=${userId}&purpose=join&mode=popup`;
  }

  it('needs a session', async () => {
    const browser = new Browser(test);
    await browser.send({ method: 'GET', url: startOf(await freshUser(test)) });
    expect((await takeOutcome(browser))?.problem).toBe('Please sign in.');
  });

  it('does nothing if the session has ended or another person has signed in meanwhile', async () => {
    const [user, other] = [await provenUser(test), await freshUser(test)];
    gitHubPerson();
    const flows = [await secondBrowser(test, user), await secondBrowser(test, user)];
    const callbacks: URL[] = [];
    for (const { browser } of flows) {
      callbacks.push(await others.provider.followSignIn(await authorization(browser, JOIN)));
    }
    const [ended, taken] = flows.map(({ browser }) => browser) as [Browser, Browser];
    await ended.call('signOut');
    await taken.call('signIn', { email: other.email, password: other.password });
    for (const [index, browser] of [ended, taken].entries()) {
      await comeBack(browser, callbacks[index] as URL);
      expect((await takeOutcome(browser))?.problem).toBe('Please sign in.');
    }
    expect(await kindsOf(user)).toEqual(['password', 'link']);
    expect(await kindsOf(other)).toEqual(['password']);
  });

  it('takes no identity from another account', async () => {
    const user = await provenUser(test);
    gitHubPerson();
    const other = new Browser(test);
    expect(await runOAuthFlow(other, others.provider, SIGN_IN)).toBe('');
    const before = await everythingStored(test.context.db);
    expect(await runOAuthFlow(user.browser, others.provider, JOIN)).toBe(OF_OTHER);
    expect(await everythingStored(test.context.db)).toEqual(before);
  });

  it('lets the user choose an account at the provider, and suggests none', async () => {
    const user = await provenUser(test);
    google.person();
    const join = { purpose: 'join' } as const;
    expect(await runOAuthFlow(user.browser, google.provider, join)).toBe('');
    const { searchParams } = await authorization(user.browser, join);
    expect(searchParams.get('prompt')).toBe('select_account');
    expect(searchParams.has('login_hint')).toBe(false);
  });

  it('proves the address that the provider vouches for, and ends nothing', async () => {
    const user = await freshUser(test);
    const elsewhere = await secondBrowser(test, user);
    google.person({ email: user.email });
    expect(await runOAuthFlow(user.browser, google.provider, { purpose: 'join' })).toBe('');
    expect(await kindsOf(user)).toEqual(['password', 'link', 'google']);
    expect(await whoIsIn(elsewhere.browser)).toMatchObject({ id: user.userId });
  });

  it.each([
    ['another address', { email: 'somebody-else@example.org' }],
    ['the address without vouching for it', { hd: undefined }],
  ])('proves nothing if the provider reports %s, and sends no letter', async (_what, claims) => {
    const user = await freshUser(test);
    google.person({ email: user.email, ...claims });
    expect(await runOAuthFlow(user.browser, google.provider, { purpose: 'join' })).toBe('');
    expect(await kindsOf(user)).toEqual(['password', 'google']);
    expect(await lettersTo(test, user.email)).toEqual([]);
  });
});
