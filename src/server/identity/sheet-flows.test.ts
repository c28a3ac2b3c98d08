import { expect, it } from 'vitest';
import { findSpreadsheet } from '../spreadsheet/queries/spreadsheets.ts';
import { Browser, freshUser, type TestApp, type TestUser, testApp } from '../testing/app.ts';
import { everythingStored, onEveryDatabase } from '../testing/databases.ts';
import {
  authorization,
  comeBack,
  everythingKept,
  type Google,
  runOAuthFlow,
  standInForGoogle,
  takeOutcome,
  whoIsIn,
} from '../testing/oauth-flows.ts';
import { proveByCode } from '../testing/outbox.ts';
import { findTokens } from './queries/provider-tokens.ts';

const SHEETS = { purpose: 'sheets' } as const;
const SCOPE = 'https://www.googleapis.com/auth/spreadsheets';
const ANOTHER =
  'You chose another Google account. Please try again, and choose the account that you sign in with here.';
const NOT_ALLOWED =
  'We need your permission to write to your Google spreadsheet. Please try again and allow this.';

/** A user who has signed in by Google. */
async function googlerOf(test: TestApp, google: Google, person: { emailVerified?: boolean } = {}) {
  const { subject, email } = google.person(person);
  const browser = new Browser(test);
  expect(await runOAuthFlow(browser, google.provider)).toBe('');
  const { id: userId = '' } = (await whoIsIn(browser)) ?? {};
  return { browser, userId, subject, email };
}

onEveryDatabase((place) => {
  const settings = {};
  const google = standInForGoogle(settings);
  const test = testApp(place, settings);

  const googler = (person?: { emailVerified: boolean }) => googlerOf(test, google, person);

  /** The stored tokens of a user, decrypted. */
  async function keptFor({ userId }: Pick<TestUser, 'userId'>) {
    const kept = await findTokens(test.context.db, userId);
    return kept.map(({ provider, sealed }) => {
      return { provider, ...JSON.parse(test.context.secrets.open(sealed)) };
    });
  }

  it('stores Google’s tokens, sealed', async () => {
    const user = await googler();
    const issued = google.provider.issued.length;
    expect(await runOAuthFlow(user.browser, google.provider, SHEETS)).toBe('');
    const [accessToken = '', refreshToken = '', idToken = ''] =
      google.provider.issued.slice(issued);
    expect(refreshToken).not.toBe('');
    const expiresAt = test.now + 3_600_000;
    expect(await keptFor(user)).toEqual([
      { provider: 'google', accessToken, refreshToken, expiresAt },
    ]);

    const { rows, opened } = await everythingKept(test);
    for (const token of [accessToken, refreshToken]) {
      expect(rows).not.toContain(token);
      expect(opened).toContain(token);
    }
    expect(opened).not.toContain(idToken);
    const logged = JSON.stringify(test.logged);
    for (const token of [accessToken, refreshToken, idToken]) expect(logged).not.toContain(token);
  });

  it('lets the user choose the Google account, and preselects the one they sign in with', async () => {
    const { browser, userId } = await googler();
    const { searchParams } = await authorization(browser, SHEETS);
    expect(searchParams.get('prompt')).toBe('select_account consent');
    const { subject } = await test.context.db
      .selectFrom('identities')
      .select('subject')
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    expect(searchParams.get('login_hint')).toBe(subject);
  });

  it('sends no token to the browser', async () => {
    const user = await googler();
    const url = await authorization(user.browser, SHEETS);
    const issued = google.provider.issued.length;
    const back = await comeBack(user.browser, await google.provider.followSignIn(url));
    const told = JSON.stringify([back.headers, back.body, await takeOutcome(user.browser)]);
    const { userId } = user;
    const account = await user.browser.call('getAccount', { userId });
    const tokens = google.provider.issued.slice(issued);
    expect(tokens).toHaveLength(3);
    for (const token of tokens) expect(told + account.body).not.toContain(token);
  });

  it('replaces former tokens with the newest', async () => {
    const user = await googler();
    await runOAuthFlow(user.browser, google.provider, SHEETS);
    const [before] = await keptFor(user);
    await runOAuthFlow(user.browser, google.provider, SHEETS);
    const [after, ...more] = await keptFor(user);
    expect(more).toEqual([]);
    expect(after.refreshToken).not.toBe(before.refreshToken);
  });

  it('stores nothing if the user did not allow the spreadsheet, and says so', async () => {
    const user = await googler();
    const before = await everythingStored(test.context.db);
    google.provider.denyScopes([SCOPE]);
    expect(await runOAuthFlow(user.browser, google.provider, SHEETS)).toBe(NOT_ALLOWED);
    google.provider.denyScopes([]);
    expect(await everythingStored(test.context.db)).toEqual(before);
    google.provider.deny();
    expect(await runOAuthFlow(user.browser, google.provider, SHEETS)).toBe(
      'You did not finish signing in with Google. Please try again.',
    );
    expect(await everythingStored(test.context.db)).toEqual(before);
  });

  it('keeps a former grant if the user does not allow it again', async () => {
    const user = await googler();
    await runOAuthFlow(user.browser, google.provider, SHEETS);
    const before = await keptFor(user);
    google.provider.denyScopes([SCOPE]);
    await runOAuthFlow(user.browser, google.provider, SHEETS);
    google.provider.denyScopes([]);
    expect(await keptFor(user)).toEqual(before);
  });

  it.each([
    { who: 'someone with Google', make: () => googler() },
    { who: 'someone without', make: () => freshUser(test) },
  ])('$who does not get their forms into another Google account', async ({ make }) => {
    const user = await make();
    google.person();
    expect(await runOAuthFlow(user.browser, google.provider, SHEETS)).toBe(ANOTHER);
    await googler();
    expect(await runOAuthFlow(user.browser, google.provider, SHEETS)).toBe(ANOTHER);
    expect(await keptFor(user)).toEqual([]);
    expect(await findSpreadsheet(test.context.db, user.userId)).toBeUndefined();
  });

  it('stores nothing for another user who has signed in in this browser in the meantime', async () => {
    const [user, other] = [await googler(), await freshUser(test)];
    const url = await authorization(user.browser, SHEETS);
    const callback = await google.provider.followSignIn(url);
    const { email, password } = other;
    await user.browser.call('signIn', { email, password });
    await comeBack(user.browser, callback);
    expect((await takeOutcome(user.browser))?.problem).toBe('Please sign in.');
    for (const each of [user, other]) expect(await keptFor(each)).toEqual([]);
  });

  it('never stores the tokens of a sign-in, whatever their scopes', async () => {
    google.person();
    const browser = new Browser(test);
    const url = await authorization(browser);
    url.searchParams.set('scope', `openid email profile ${SCOPE}`);
    await comeBack(browser, await google.provider.followSignIn(url));
    const { id: userId = '' } = (await whoIsIn(browser)) ?? {};
    expect(await keptFor({ userId })).toEqual([]);
  });

  /** The tokens that are still to be revoked. */
  async function revocations() {
    const { db } = test.context;
    return await db.selectFrom('jobs').selectAll().where('kind', '=', 'revoke').execute();
  }

  it('revokes the token at Google when the account is deleted', async () => {
    const user = await googler();
    await runOAuthFlow(user.browser, google.provider, SHEETS);
    const [{ refreshToken }] = await keptFor(user);
    const { userId } = user;
    await proveByCode(test, user);
    const deleted = await user.browser.call('deleteAccount', { userId });
    expect(deleted.statusCode).toBe(200);
    expect(google.provider.revoked).not.toContain(refreshToken);
    await test.context.jobs.runDue('revoke');
    expect(google.provider.revoked).toContain(refreshToken);
    const { rows, opened } = await everythingKept(test);
    expect(rows + opened).not.toContain(refreshToken);
    expect(await keptFor(user)).toEqual([]);
  });

  it('keeps the grant with its maker when another person proves the address', async () => {
    const user = await googler({ emailVerified: false });
    await runOAuthFlow(user.browser, google.provider, SHEETS);
    const before = await keptFor(user);
    google.person({ email: user.email });
    const other = new Browser(test);
    expect(await runOAuthFlow(other, google.provider)).toBe('');
    expect(await keptFor(user)).toEqual(before);
    const { id: userId = '' } = (await whoIsIn(other)) ?? {};
    expect(await keptFor({ userId })).toEqual([]);
  });

  it('revokes a token that another person’s token replaces, but not one of the same person', async () => {
    const { subject, email, ...user } = await googler();
    const tokens: string[] = [];
    for (const subjects of [{ subject }, { subject }, {}]) {
      google.person({ email, ...subjects });
      await proveByCode(test, { ...user, email });
      expect(await runOAuthFlow(user.browser, google.provider, { purpose: 'join' })).toBe('');
      await runOAuthFlow(user.browser, google.provider, SHEETS);
      tokens.push((await keptFor(user))[0].refreshToken);
    }
    await test.context.jobs.runDue('revoke');
    const revoked = tokens.map((token) => google.provider.revoked.includes(token));
    // The first token is not revoked: Google would also revoke the second one, which replaced it for the same person.
    expect(revoked).toEqual([false, true, false]);
  });

  it('does not revoke a replaced token of an unknown person, from before the hash was stored', async () => {
    const user = await googler();
    await runOAuthFlow(user.browser, google.provider, SHEETS);
    const unknown = { person_hash: '' };
    await test.context.db.updateTable('provider_tokens').set(unknown).execute();
    await runOAuthFlow(user.browser, google.provider, SHEETS);
    const queued = await revocations();
    expect(queued).toEqual([]);
  });

  it('has nothing to revoke if the user has withdrawn the grant at Google', async () => {
    const { subject, ...user } = await googler();
    await runOAuthFlow(user.browser, google.provider, SHEETS);
    google.provider.withdraw(subject);
    await user.browser.call('turnOffSpreadsheet', { userId: user.userId });
    const logged = test.logged.length;
    await test.context.jobs.runDue('revoke');
    expect(test.logged.slice(logged)).toEqual([]);
    const left = await revocations();
    expect(left).toEqual([]);
  });

  it('does not revoke a grant that the same person has renewed in the meantime', async () => {
    const { subject, ...user } = await googler();
    await runOAuthFlow(user.browser, google.provider, SHEETS);
    const [{ refreshToken }] = await keptFor(user);
    await user.browser.call('turnOffSpreadsheet', { userId: user.userId });
    expect(await keptFor(user)).toEqual([]);
    google.person({ subject });
    await runOAuthFlow(user.browser, google.provider, SHEETS);
    await test.context.jobs.runDue('revoke');
    expect(google.provider.revoked).not.toContain(refreshToken);
  });
});

onEveryDatabase((place) => {
  const settings = {};
  const google = standInForGoogle(settings);
  const test = testApp(place, settings);

  it('deletes an account even while Google is unreachable', async () => {
    const user = await googlerOf(test, google);
    await runOAuthFlow(user.browser, google.provider, SHEETS);
    await google.provider.stop();
    const { userId } = user;
    await proveByCode(test, user);
    const deleted = await user.browser.call('deleteAccount', { userId });
    expect(deleted.statusCode).toBe(200);
    expect(JSON.stringify(await everythingStored(test.context.db))).not.toContain(userId);
    await test.context.jobs.runDue('revoke');
    const said = test.logged.find(({ msg }) => msg === 'A token could not be revoked yet');
    expect(said).toMatchObject({ level: 40, provider: 'google', tries: 1 });
  });
});
