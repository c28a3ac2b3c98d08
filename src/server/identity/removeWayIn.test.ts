import { expect, it } from 'vitest';
import type { WayIn } from '../../contract/ways-in.ts';
import { Browser, secondBrowser, type TestUser, testApp, wait } from '../testing/app.ts';
import { everythingStored, onEveryDatabase } from '../testing/databases.ts';
import {
  runOAuthFlow,
  standInForGoogle,
  standInForOthers,
  whoIsIn,
} from '../testing/oauth-flows.ts';
import { lettersTo, NEW_PASSWORD, proveByCode } from '../testing/outbox.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { provenUser } from '../testing/rows.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
const CONFIRM_FIRST = 'First, please confirm that it’s you.';
const LAST = 'This is your only way to sign in, so it stays. Add another one first.';
const ENDED =
  'This link no longer works. It is too old, or that has ended already. If you are not sure, set a new password.';

onEveryDatabase((place) => {
  const settings = {};
  const google = standInForGoogle(settings);
  const others = standInForOthers(settings);
  const test = testApp(place, settings);
  let people = 0;

  /** A user who has joined a new GitHub account. */
  async function gitHubUser(): Promise<TestUser> {
    const user = await provenUser(test);
    people += 1;
    const person = { id: `7${people}`, name: 'Grace', email: `hub${people}@example.org` };
    others.provider.signInAs(person);
    const join = { provider: 'github', purpose: 'join' } as const;
    expect(await runOAuthFlow(user.browser, others.provider, join)).toBe('');
    return user;
  }

  async function waysOf({ browser, userId }: Pick<TestUser, 'browser' | 'userId'>) {
    const { waysIn } = (await browser.call('getAccount', { userId })).json();
    return waysIn as WayIn[];
  }

  const kindsOf = async (user: Pick<TestUser, 'browser' | 'userId'>) =>
    (await waysOf(user)).map(({ kind }) => kind);

  async function remove(user: Pick<TestUser, 'browser' | 'userId'>, kind: WayIn['kind']) {
    const way = (await waysOf(user)).find((each) => each.kind === kind);
    const { browser, userId } = user;
    return await browser.call('removeWayIn', { userId, wayId: way?.wayId ?? kind });
  }

  /** The secret of the link in the latest letter about a new way to sign in. */
  async function secretFor(user: Pick<TestUser, 'email'>): Promise<string> {
    const letter = (await lettersTo(test, user.email)).findLast(
      ({ kind }) => kind === 'wayInAdded',
    );
    if (letter?.kind !== 'wayInAdded') throw new Error('No letter is queued');
    const { pathname, hash } = new URL(letter.link);
    const parameters = new URLSearchParams(hash.slice(1));
    expect([pathname, parameters.get('way')]).toEqual(['/not-me', letter.way]);
    return parameters.get('secret') ?? '';
  }

  it('removes a provider: it no longer signs in, and the other sessions end', async () => {
    const user = await gitHubUser();
    const elsewhere = await secondBrowser(test, user);
    expect((await remove(user, 'github')).statusCode).toBe(200);
    expect(await kindsOf(user)).toEqual(['password', 'link']);
    expect(await whoIsIn(user.browser)).toMatchObject({ id: user.userId });
    expect(await whoIsIn(elsewhere.browser)).toBeUndefined();
    const stranger = new Browser(test);
    await runOAuthFlow(stranger, others.provider, { provider: 'github' });
    expect((await whoIsIn(stranger))?.id).not.toBe(user.userId);
    const activity = await user.browser.call('getActivity', { userId: user.userId });
    expect(activity.json()[0]).toMatchObject({ kind: 'wayInRemoved', detail: 'github' });
  });

  it('removes the password of somebody who gets emailed links', async () => {
    const user = await provenUser(test);
    expect((await remove(user, 'password')).statusCode).toBe(200);
    expect(await kindsOf(user)).toEqual(['link']);
    const { email, password } = user;
    expect((await new Browser(test).call('signIn', { email, password })).statusCode).toBe(401);
  });

  it('ends the spreadsheet of the Google account that it removes, and no other', async () => {
    const user = await gitHubUser();
    google.person();
    expect(await runOAuthFlow(user.browser, google.provider, { purpose: 'join' })).toBe('');
    expect(await runOAuthFlow(user.browser, google.provider, { purpose: 'sheets' })).toBe('');
    const stateOf = async () =>
      (await user.browser.call('getSpreadsheet', { userId: user.userId })).json().state;
    await remove(user, 'github');
    expect(await stateOf()).not.toBe('off');
    await remove(user, 'google');
    expect(await stateOf()).toBe('off');
  });

  it('never removes the emailed link, and does nothing twice', async () => {
    const user = await gitHubUser();
    expectRefusal(await remove(user, 'link'), 409, LAST);
    await remove(user, 'github');
    const before = await everythingStored(test.context.db);
    expect((await remove(user, 'github')).statusCode).toBe(200);
    expect(await everythingStored(test.context.db)).toEqual(before);
  });

  it('needs a proof of the last five minutes', async () => {
    const user = await gitHubUser();
    wait(test, 5 * MINUTE);
    const before = await everythingStored(test.context.db);
    expectRefusal(await remove(user, 'github'), 403, CONFIRM_FIRST);
    expect(await everythingStored(test.context.db)).toEqual(before);
    await proveByCode(test, user);
    expect((await remove(user, 'github')).statusCode).toBe(200);
  });

  it('‘This was not me’ ends a provider and all sessions, once, signed out', async () => {
    const user = await gitHubUser();
    const secret = await secretFor(user);
    const mailbox = new Browser(test);
    expect((await mailbox.call('endWayIn', { secret })).statusCode).toBe(200);
    expect(await whoIsIn(user.browser)).toBeUndefined();
    expect(await kindsOf(await secondBrowser(test, user))).toEqual(['password', 'link']);
    expectRefusal(await mailbox.call('endWayIn', { secret }), 400, ENDED);
  });

  it('‘This was not me’ works for 7 days, and not for the same provider added later', async () => {
    const user = await gitHubUser();
    const secret = await secretFor(user);
    wait(test, 7 * DAY - 1);
    const again = await secondBrowser(test, user);
    await remove(again, 'github');
    const join = { provider: 'github', purpose: 'join' } as const;
    expect(await runOAuthFlow(again.browser, others.provider, join)).toBe('');
    const mailbox = new Browser(test);
    expectRefusal(await mailbox.call('endWayIn', { secret }), 400, ENDED);
    const newer = await secretFor(user);
    wait(test, 7 * DAY);
    expectRefusal(await mailbox.call('endWayIn', { secret: newer }), 400, ENDED);
    expect(await kindsOf(await secondBrowser(test, user))).toContain('github');
  });

  it('‘This was not me’ ends a first password, but not a later one', async () => {
    const user = await provenUser(test);
    const { browser, userId, email } = user;
    const mailbox = new Browser(test);
    await remove(user, 'password');
    await browser.call('changePassword', { userId, newPassword: NEW_PASSWORD });
    const secret = await secretFor(user);
    expect((await mailbox.call('endWayIn', { secret })).statusCode).toBe(200);
    const bySignIn = await mailbox.call('signIn', { email, password: NEW_PASSWORD });
    expect(bySignIn.statusCode).toBe(401);
    expect(await whoIsIn(browser)).toBeUndefined();
    expectRefusal(await mailbox.call('endWayIn', { secret }), 400, ENDED);
  });

  it.each(['', 'not-a-secret'])('‘This was not me’ refuses the secret %o', async (secret) => {
    const mailbox = new Browser(test);
    expectRefusal(await mailbox.call('endWayIn', { secret }), 400, ENDED);
  });

  it('‘This was not me’ refuses other texts that the installation has sealed', async () => {
    const user = await gitHubUser();
    const jobs = await test.context.db.selectFrom('jobs').select('sealed').execute();
    for (const { sealed } of jobs.slice(0, 3)) {
      const answer = await new Browser(test).call('endWayIn', { secret: sealed });
      expectRefusal(answer, 400, ENDED);
    }
    expect(await kindsOf(user)).toContain('github');
  });
});

/** A server without email, where no link is left. */
onEveryDatabase((place) => {
  const settings = { SMTP_URL: '' };
  const others = standInForOthers(settings);
  const test = testApp(place, settings);

  it('keeps the last way in', async () => {
    const { browser, userId } = await provenUser(test);
    const call = async (wayId: string) => await browser.call('removeWayIn', { userId, wayId });
    expectRefusal(await call('password'), 409, LAST);
    others.provider.signInAs({ id: '55', name: 'Grace', email: 'hub55@example.org' });
    const join = { provider: 'github', purpose: 'join' } as const;
    expect(await runOAuthFlow(browser, others.provider, join)).toBe('');
    expect((await call('password')).statusCode).toBe(200);
    const { waysIn } = (await browser.call('getAccount', { userId })).json();
    expect(waysIn).toMatchObject([{ kind: 'github', isRemovable: false }]);
    expectRefusal(await call(waysIn[0].wayId), 409, LAST);
  });

  it('keeps one of two ways in that two browsers remove at once', async () => {
    const user = await provenUser(test);
    others.provider.signInAs({ id: '56', name: 'Grace', email: 'hub56@example.org' });
    const join = { provider: 'github', purpose: 'join' } as const;
    expect(await runOAuthFlow(user.browser, others.provider, join)).toBe('');
    const { browser, userId } = user;
    const { waysIn } = (await browser.call('getAccount', { userId })).json();
    const answers = await Promise.all(
      waysIn.map(({ wayId }: WayIn) => browser.call('removeWayIn', { userId, wayId })),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  });
});
