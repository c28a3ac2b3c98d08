import { expect, it } from 'vitest';
import { DAY_MS } from '../../domain/zone.ts';
import { Browser, freshUser, type TestUser, testApp, wait } from '../testing/app.ts';
import { caregiverOf } from '../testing/caregivers.ts';
import { everythingStored, onEveryDatabase } from '../testing/databases.ts';
import { runOAuthFlow, standInForOthers, whoIsIn } from '../testing/oauth-flows.ts';
import {
  askForChange,
  askForLink,
  askForReset,
  lettersTo,
  NEW_PASSWORD,
  undoSecretFor,
} from '../testing/outbox.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { provenUser } from '../testing/rows.ts';
import { madeShare } from '../testing/sharing.ts';
import { releaseExpiredEmails } from './queries/held-emails.ts';

const ENDED =
  'This link no longer works. It is too old, or it was used already. If your old email is back, set a new password.';
const IN_USE = 'An account with this email already exists. Please sign in instead.';

onEveryDatabase((place) => {
  const settings = {};
  const others = standInForOthers(settings);
  const test = testApp(place, settings);
  let addresses = 0;

  function newEmail(): string {
    addresses += 1;
    return `changed${addresses}@example.org`;
  }

  /** Changes the address of a user. @returns the user with the new address */
  async function changed(user: TestUser, email = newEmail()): Promise<TestUser> {
    const { browser, userId } = user;
    const proof = await askForChange(test, user, email);
    const answer = await browser.call('changeEmail', { userId, email, ...proof });
    expect(answer.statusCode).toBe(200);
    return { ...user, email };
  }

  async function undo(user: Pick<TestUser, 'email'>) {
    return await new Browser(test).call('undoEmailChange', {
      secret: await undoSecretFor(test, user),
    });
  }

  async function emailOf({ userId }: TestUser): Promise<string | undefined> {
    const row = await test.context.db
      .selectFrom('accounts')
      .select('email')
      .where('user_id', '=', userId)
      .executeTakeFirst();
    return row?.email;
  }

  it('gives the former address back, ends the sessions and the password, and tells the new one', async () => {
    const user = await provenUser(test);
    const after = await changed(user);
    expect((await undo(user)).statusCode).toBe(200);
    expect(await whoIsIn(after.browser)).toBeUndefined();
    for (const { email } of [user, after]) {
      const signIn = await new Browser(test).call('signIn', { email, password: user.password });
      expect(signIn.statusCode).toBe(401);
    }
    const { kind } = (await lettersTo(test, after.email)).at(-1) ?? {};
    expect(kind).toBe('emailChangedBack');
    const browser = new Browser(test);
    const { email, userId } = user;
    const proof = await askForReset(test, { browser, email });
    await browser.call('resetPassword', { email, newPassword: NEW_PASSWORD, ...proof });
    await browser.call('signIn', { email, password: NEW_PASSWORD });
    expect(await whoIsIn(browser)).toMatchObject({ id: userId, email });
    const activity = await browser.call('getActivity', { userId });
    const kinds = activity.json().map((each: { kind: string }) => each.kind);
    expect(kinds).toContain('emailChangedBack');
  });

  it('works once, and for 7 days', async () => {
    const user = await provenUser(test);
    await changed(user);
    const secret = await undoSecretFor(test, user);
    const press = () => new Browser(test).call('undoEmailChange', { secret });
    wait(test, 7 * DAY_MS);
    expectRefusal(await press(), 400, ENDED);
    wait(test, -1);
    expect((await press()).statusCode).toBe(200);
    const before = await everythingStored(test.context.db);
    expectRefusal(await press(), 400, ENDED);
    expect(await everythingStored(test.context.db)).toEqual(before);
  });

  it('exists only for a proven address', async () => {
    const user = await freshUser(test);
    await changed(user);
    expect(await lettersTo(test, user.email)).toContainEqual({
      kind: 'emailChanged',
      newEmail: await emailOf(user),
    });
  });

  it('survives a further change, whose own undo ends with it', async () => {
    const user = await provenUser(test);
    const between = await changed(user);
    test.now += 1;
    await changed(between);
    const later = await undoSecretFor(test, between);
    expect((await undo(user)).statusCode).toBe(200);
    const pressed = await new Browser(test).call('undoEmailChange', { secret: later });
    expectRefusal(pressed, 400, ENDED);
    expect(await emailOf(user)).toBe(user.email);
  });

  it('still works after the undo of a later change', async () => {
    const user = await provenUser(test);
    const between = await changed(user);
    test.now += 1;
    await changed(between);
    expect((await undo(between)).statusCode).toBe(200);
    expect(await emailOf(user)).toBe(between.email);
    expect((await undo(user)).statusCode).toBe(200);
    expect(await emailOf(user)).toBe(user.email);
  });

  it('changes nothing if the account has the address again', async () => {
    const user = await provenUser(test);
    const after = await changed(user);
    const secret = await undoSecretFor(test, user);
    test.now += 1;
    const back = await changed(after, user.email);
    expectRefusal(await new Browser(test).call('undoEmailChange', { secret }), 400, ENDED);
    expect(await whoIsIn(back.browser)).toBeDefined();
  });

  it('ends what was added since the change, and nothing older', async () => {
    const user = await provenUser(test);
    const { userId } = user;
    const { db } = test.context;
    await madeShare(test, user);
    const older = await caregiverOf(test, user, { may: 'read' });
    test.now += 1;
    const after = await changed(user);
    await madeShare(test, after);
    await caregiverOf(test, after, { may: 'read' });
    others.provider.signInAs({ id: '801', name: 'Eve', email: 'eve@hub.example' });
    const join = { provider: 'github', purpose: 'join' } as const;
    expect(await runOAuthFlow(after.browser, others.provider, join)).toBe('');
    expect((await undo(user)).statusCode).toBe(200);
    const shares = await db
      .selectFrom('links')
      .select('ended_at as endedAt')
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .execute();
    expect(shares.map(({ endedAt }) => endedAt === null)).toEqual([true, false]);
    const helpers = await db
      .selectFrom('caregivers')
      .select('helper_id as helperId')
      .where('user_id', '=', userId)
      .execute();
    expect(helpers).toEqual([{ helperId: older.userId }]);
    const identities = db.selectFrom('identities').selectAll().where('user_id', '=', userId);
    expect(await identities.execute()).toEqual([]);
  });

  it('keeps the address free of other accounts until then', async () => {
    const user = await provenUser(test);
    await changed(user);
    const { email } = user;
    const stranger = new Browser(test);
    const signUp = () => stranger.call('signUp', { email, password: NEW_PASSWORD });
    expectRefusal(await signUp(), 409, IN_USE);
    const link = await askForLink(test, { browser: stranger, email });
    expectRefusal(
      await stranger.call('signInWithLink', { email, ...link }),
      409,
      'The email of this account was changed. Open our email about that, and press Change it back.',
    );
    const other = await freshUser(test);
    const proof = await askForChange(test, other, email);
    const input = { userId: other.userId, email, ...proof };
    expectRefusal(await other.browser.call('changeEmail', input), 409, IN_USE);
    test.now += 7 * DAY_MS;
    expect((await signUp()).statusCode).toBe(201);
  });

  it('is deleted with the account, and after 7 days', async () => {
    const { db } = test.context;
    const rowsOf = async ({ userId }: TestUser) =>
      (await db.selectFrom('email_undos').selectAll().where('user_id', '=', userId).execute())
        .length;
    const [user, other] = [await provenUser(test), await provenUser(test)];
    await changed(user);
    const { browser, userId, password } = await changed(other);
    await releaseExpiredEmails(db, test.now + 7 * DAY_MS - 1);
    expect([await rowsOf(user), await rowsOf(other)]).toEqual([1, 1]);
    await browser.call('deleteAccount', { userId, password });
    expect(await rowsOf(other)).toBe(0);
    expectRefusal(
      await new Browser(test).call('undoEmailChange', { secret: 'of a deleted account' }),
      400,
      ENDED,
    );
    await releaseExpiredEmails(db, test.now + 7 * DAY_MS);
    expect(await rowsOf(user)).toBe(0);
  });
});
