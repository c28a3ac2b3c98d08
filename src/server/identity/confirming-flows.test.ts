import { expect, it } from 'vitest';
import { Browser, freshUser, testApp } from '../testing/app.ts';
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
import { expectRefusal } from '../testing/refusals.ts';

const MINUTE = 60_000;
const CONFIRM = { purpose: 'confirm' } as const;
const ANOTHER =
  'You chose another Google account. Please try again, and choose the account that you sign in with here.';
const SIGNED_OUT = 'Please sign in.';
const CONFIRM_FIRST = 'First, please confirm that it’s you.';

/** On a server without mail, where a provider is the only proof of an account without a password. */
onEveryDatabase((place) => {
  const settings = { SMTP_URL: '' };
  const google = standInForGoogle(settings);
  const others = standInForOthers(settings);
  const test = testApp(place, settings);

  /** A user who signs in only by Google, and whose sign-in is no longer recent. */
  async function googleUser() {
    const person = google.person();
    const browser = new Browser(test);
    expect(await runOAuthFlow(browser, google.provider)).toBe('');
    const userId = (await whoIsIn(browser))?.id ?? '';
    test.now += 5 * MINUTE;
    return { person, browser, userId };
  }

  /** Tries to delete the account, which requires a recent sign-in. */
  async function deletes({ browser, userId }: { browser: Browser; userId: string }) {
    return await browser.call('deleteAccount', { userId });
  }

  it('lets a user without a password delete their account within five minutes', async () => {
    const user = await googleUser();
    expectRefusal(await deletes(user), 403, CONFIRM_FIRST);
    expect(await runOAuthFlow(user.browser, google.provider, CONFIRM)).toBe('');
    test.now += 5 * MINUTE;
    expectRefusal(await deletes(user), 403, CONFIRM_FIRST);
    expect(await runOAuthFlow(user.browser, google.provider, CONFIRM)).toBe('');
    test.now += 5 * MINUTE - 1;
    expect((await deletes(user)).statusCode).toBe(200);
    expect(await whoIsIn(user.browser)).toBeUndefined();
    expect(JSON.stringify(await everythingStored(test.context.db))).not.toContain(user.userId);
  });

  it('continues with a new token, and invalidates the former one', async () => {
    const user = await googleUser();
    const before = user.browser.cookie;
    expect(await runOAuthFlow(user.browser, google.provider, CONFIRM)).toBe('');
    expect(user.browser.cookie).not.toBe(before);
    expect((await whoIsIn(user.browser))?.id).toBe(user.userId);
    const thief = new Browser(test);
    thief.cookie = before;
    expect(await whoIsIn(thief)).toBeUndefined();
  });

  it('does not confirm another session of the same user', async () => {
    const user = await googleUser();
    google.provider.signInAs(user.person.subject);
    const elsewhere = new Browser(test);
    await runOAuthFlow(elsewhere, google.provider);
    test.now += 5 * MINUTE;
    expect(await runOAuthFlow(elsewhere, google.provider, CONFIRM)).toBe('');
    expectRefusal(await deletes(user), 403, CONFIRM_FIRST);
  });

  it('refuses another Google account, known to the app or not', async () => {
    const stranger = await googleUser();
    const user = await googleUser();
    google.provider.signInAs(stranger.person.subject);
    expect(await runOAuthFlow(user.browser, google.provider, CONFIRM)).toBe(ANOTHER);
    google.person();
    expect(await runOAuthFlow(user.browser, google.provider, CONFIRM)).toBe(ANOTHER);
    // Another Google account with the same email address cannot confirm the user either: only the linked account can.
    google.person({ email: user.person.email });
    expect(await runOAuthFlow(user.browser, google.provider, CONFIRM)).toBe(ANOTHER);
    expectRefusal(await deletes(user), 403, CONFIRM_FIRST);
    expect(await whoIsIn(user.browser)).toMatchObject({ id: user.userId });
  });

  it('creates no account and links none', async () => {
    const user = await freshUser(test);
    google.person({ email: user.email });
    const before = await everythingStored(test.context.db);
    expect(await runOAuthFlow(user.browser, google.provider, CONFIRM)).toBe(ANOTHER);
    google.person();
    expect(await runOAuthFlow(user.browser, google.provider, CONFIRM)).toBe(ANOTHER);
    expect(await everythingStored(test.context.db)).toEqual(before);
  });

  it('refuses if another user has signed in in this browser in the meantime', async () => {
    const user = await googleUser();
    const other = await freshUser(test);
    google.provider.signInAs(user.person.subject);
    const callback = await google.provider.followSignIn(await authorization(user.browser, CONFIRM));
    const { email, password } = other;
    await user.browser.call('signIn', { email, password });
    await comeBack(user.browser, callback);
    expect((await takeOutcome(user.browser))?.problem).toBe(SIGNED_OUT);
    expect(await whoIsIn(user.browser)).toMatchObject({ id: other.userId });
  });

  it('refuses if the session has ended in the meantime, and starts none', async () => {
    for (const end of ['signOut', 'signOutEverywhere'] as const) {
      const user = await googleUser();
      google.provider.signInAs(user.person.subject);
      const url = await authorization(user.browser, CONFIRM);
      const callback = await google.provider.followSignIn(url);
      await user.browser.call(end, { userId: user.userId });
      await comeBack(user.browser, callback);
      expect((await takeOutcome(user.browser))?.problem).toBe(SIGNED_OUT);
      expect(user.browser.cookie).toBeUndefined();
    }
  });

  it('does not confirm another user’s session: the confirmation belongs to the flow', async () => {
    const [attacker, victim] = [await googleUser(), await googleUser()];
    google.provider.signInAs(attacker.person.subject);
    const url = await authorization(attacker.browser, CONFIRM);
    const callback = await google.provider.followSignIn(url);
    await comeBack(victim.browser, callback);
    expect(await takeOutcome(victim.browser)).toBeNull();
    expectRefusal(await deletes(victim), 403, CONFIRM_FIRST);
  });

  it('works with each linked provider, and with no other', async () => {
    const user = await googleUser();
    const { email } = user.person;
    others.provider.signInAs({ id: '4711', name: 'Ada', email });
    const gitHub = { provider: 'github', ...CONFIRM } as const;
    const another =
      'You chose another GitHub account. Please try again, and choose the account that you sign in with here.';
    expect(await runOAuthFlow(user.browser, others.provider, gitHub)).toBe(another);
    expect(await runOAuthFlow(user.browser, google.provider, CONFIRM)).toBe('');
    const join = { provider: 'github', purpose: 'join' } as const;
    expect(await runOAuthFlow(user.browser, others.provider, join)).toBe('');
    test.now += 5 * MINUTE;
    expect(await runOAuthFlow(user.browser, others.provider, gitHub)).toBe('');
    expect((await deletes(user)).statusCode).toBe(200);
  });

  it('does not replace the password of a user who has one', async () => {
    const { browser, userId, password } = await freshUser(test);
    google.person();
    expect(await runOAuthFlow(browser, google.provider, { purpose: 'join' })).toBe('');
    expect(await runOAuthFlow(browser, google.provider, CONFIRM)).toBe(CONFIRM_FIRST);
    const refused = await deletes({ browser, userId });
    expectRefusal(refused, 403, 'That password is wrong. Please try again.');
    const deleted = await browser.call('deleteAccount', { userId, password });
    expect(deleted.statusCode).toBe(200);
  });
});
