import { describe, expect, it } from 'vitest';
import {
  Browser,
  freshAccount,
  freshUser,
  secondBrowser,
  type TestApp,
  type TestUser,
  testApp,
  wait,
} from '../testing/app.ts';
import { caregiverOf, invited, letIn } from '../testing/caregivers.ts';
import { savedCheckIn } from '../testing/check-ins.ts';
import { onEveryDatabase } from '../testing/databases.ts';
import { EARLIER, savedDiary } from '../testing/diary.ts';
import { formsOf, savedForm } from '../testing/entries.ts';
import { savedMedication } from '../testing/medication.ts';
import { runOAuthFlow, standInForGoogle, whoIsIn } from '../testing/oauth-flows.ts';
import {
  askForAddressProof,
  askForChange,
  askForLink,
  lettersTo,
  NEW_PASSWORD,
  resetBy,
} from '../testing/outbox.ts';
import { standInForPush } from '../testing/pushing.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { addedDevice, savedReminders } from '../testing/reminders.ts';
import { madeShare } from '../testing/sharing.ts';
import {
  joinedWithoutAnswer,
  provenByLink,
  provenElsewhere,
  splitUsers,
} from '../testing/splits.ts';
import { savedVisit } from '../testing/visits.ts';
import { joinDueAccounts } from './joining.ts';
import { placeholderFor } from './no-address.ts';

const DAY = 86_400_000;

onEveryDatabase((place) => {
  const pushing = standInForPush(() => test.now);
  const { settings } = pushing;
  const google = standInForGoogle(settings);
  const test: TestApp = testApp(place, settings);

  const sessionOf = async ({ browser }: Pick<TestUser, 'browser'>) =>
    (await browser.call('getSession')).json();

  async function join(): Promise<void> {
    await test.context.jobs.runDue('joinEntries');
    wait(test, 120_000);
    await test.context.jobs.runDue('joinEntries');
  }

  const severities = async (user: TestUser) =>
    (await formsOf(user)).map(({ symptomData }) => symptomData.symptom1?.severity);

  /** A user whose profile is empty, not even with a name. */
  async function blankUser(): Promise<TestUser> {
    const user = await freshAccount(test);
    const { browser, email, password } = user;
    await browser.call('signIn', { email, password });
    return user;
  }

  describe('a first proof without a session or a password', () => {
    it('gives the address to a new account, which sees nothing of the old one', async () => {
      const { former, owner } = await splitUsers(test);
      expect(owner.userId).not.toBe(former.userId);
      expect(await formsOf(owner)).toEqual([]);
      expect(await formsOf(former)).toHaveLength(1);
      const until = {
        email: former.email,
        since: new Date(test.now).toISOString(),
        joinsAt: new Date(test.now + 7 * DAY).toISOString(),
      };
      expect(await sessionOf(owner)).toMatchObject({
        email: former.email,
        split: { holds: 'address', ...until },
      });
      expect(await sessionOf(former)).toMatchObject({
        email: '',
        asksAddress: false,
        split: { holds: 'entries', ...until },
      });
    });

    it('splits by an emailed link and by a provider that vouches too', async () => {
      const byLink = await freshUser(test, ['Tremor']);
      const stranger = await provenByLink(test, byLink.email);
      const byGoogle = await freshUser(test, ['Tremor']);
      google.person({ email: byGoogle.email });
      const other = new Browser(test);
      expect(await runOAuthFlow(other, google.provider)).toBe('');
      for (const [browser, { userId }] of [
        [stranger, byLink],
        [other, byGoogle],
      ] as const) {
        expect(await sessionOf({ browser })).toMatchObject({ split: { holds: 'address' } });
        expect((await whoIsIn(browser))?.id).not.toBe(userId);
      }
    });

    it.each<[string, (user: TestUser) => Promise<unknown>]>([
      [
        'the name of a symptom',
        async ({ browser, userId }) =>
          browser.call('updateSymptoms', { userId, action: 'update', symptom1: 'Tremor' }),
      ],
      ['a medication', savedMedication],
      ['a check-in', savedCheckIn],
      ['a half-hour of the diary', (user) => savedDiary(user, { [EARLIER]: 'on' })],
      ['a visit', savedVisit],
      ['a link', (user) => madeShare(test, user)],
      ['an invitation', (user) => invited(test, user, `helper-${user.email}`)],
      ['a helper', (user) => caregiverOf(test, user, { may: 'read' })],
      [
        'somebody to help',
        async (user) => letIn(test, await freshUser(test), user, { may: 'read' }),
      ],
    ])('splits an account that holds nothing but %s', async (_what, enter) => {
      const user = await blankUser();
      await enter(user);
      const owner = await whoIsIn(await provenByLink(test, user.email));
      expect(owner).toMatchObject({ email: user.email });
      expect(owner?.id).not.toBe(user.userId);
      expect(await whoIsIn(user.browser)).toMatchObject({ id: user.userId });
    });

    it('takes over an account whose profile is empty', async () => {
      const { email, userId } = await blankUser();
      expect(await whoIsIn(await provenByLink(test, email))).toMatchObject({ id: userId });
    });

    it('takes over an account in which nothing was entered, and removes every way in', async () => {
      const { browser, email, userId, password } = await freshUser(test);
      const { db } = test.context;
      for (const table of ['slots', 'profiles'] as const) {
        await db.deleteFrom(table).where('user_id', '=', userId).execute();
      }
      const owner = await provenElsewhere(test, email);
      expect(owner.userId).toBe(userId);
      expect(await sessionOf(owner)).not.toHaveProperty('split');
      expectRefusal(await browser.call('getSession'), 401, 'Please sign in.');
      const wrong = await new Browser(test).call('signIn', { email, password });
      expect(wrong.statusCode).toBe(401);
    });
  });

  describe('a first proof by the owner', () => {
    it('closes nothing: in a signed-in session', async () => {
      const user = await freshUser(test, ['Tremor']);
      const helper = await caregiverOf(test, user, { may: 'read' });
      const elsewhere = await secondBrowser(test, user);
      const { userId, email, browser } = user;
      const proof = await askForAddressProof(test, user);
      const answer = await browser.call('proveAddress', { userId, email, ...proof });
      expect(answer.json()).toMatchObject({ id: userId, asksAddress: false });
      expect((await browser.call('getAccount', { userId })).json().emailProven).toBe(true);
      for (const each of [browser, elsewhere.browser]) {
        expect((await each.call('getSession')).statusCode).toBe(200);
      }
      expect((await sessionOf(helper)).helps).toHaveLength(1);
    });

    it('keeps the entries after a reset in a browser that the account knows', async () => {
      const user = await secondBrowser(test, await freshUser(test, ['Tremor']));
      await savedForm(user);
      await user.browser.call('signOut');
      await resetBy(test, user.browser, user.email);
      const { email } = user;
      const signedIn = await user.browser.call('signIn', { email, password: NEW_PASSWORD });
      expect(signedIn.json()).toMatchObject({ id: user.userId, asksAddress: false });
      expect(await formsOf(user)).toHaveLength(1);
    });

    it('can correct the address with its code, without a password', async () => {
      const user = await freshUser(test, ['Tremor']);
      const { userId, browser } = user;
      const email = `right-${user.email}`;
      const proof = await askForAddressProof(test, { ...user, email });
      const answer = await browser.call('proveAddress', { userId, email, ...proof });
      expect(answer.json()).toMatchObject({ id: userId, email });
      expect(await lettersTo(test, user.email)).toEqual([]);
      // Now that an address is proven, another one needs the password.
      const other = await browser.call('proveAddress', { userId, email: `third-${user.email}` });
      expectRefusal(other, 403, 'First, please confirm that it’s you.');
    });

    it('cannot take the address of another account', async () => {
      const [user, other] = [await freshUser(test), await freshUser(test)];
      const { userId, browser } = user;
      const { email } = other;
      const proof = await askForAddressProof(test, { ...user, email });
      const answer = await browser.call('proveAddress', { userId, email, ...proof });
      expect(answer.statusCode).toBe(409);
      const wrong = { ...proof, code: proof.code === '000000' ? '000001' : '000000' };
      const refused = await browser.call('proveAddress', { userId, email, ...wrong });
      expectRefusal(refused, 400, 'That code is wrong or has expired. Get a new code.');
    });
  });

  describe('a sign-in link', () => {
    it('in a browser that did not ask for it proves nothing, and is not used up', async () => {
      const user = await freshUser(test, ['Tremor']);
      const asking = new Browser(test);
      const link = await askForLink(test, { browser: asking, email: user.email });
      const input = { email: user.email, ...link };
      expectRefusal(
        await new Browser(test).call('signInWithLink', input),
        403,
        'Please open this link in the browser where you asked for it. Or press Forgot Password there.',
      );
      const signedIn = await user.browser.call('signInWithLink', input);
      expect(signedIn.json()).toMatchObject({ id: user.userId, asksAddress: true });
    });

    it('makes an account whose address is not proven in such a browser', async () => {
      const email = 'pressed-elsewhere@example.org';
      const link = await askForLink(test, { browser: new Browser(test), email });
      const browser = new Browser(test);
      const answer = await browser.call('signInWithLink', { email, ...link });
      expect(answer.json()).toMatchObject({ email, asksAddress: true });
    });
  });

  describe('the two accounts become one', () => {
    it('at once with the old password, with what both entered', async () => {
      const { former, owner } = await splitUsers(test);
      const helper = await caregiverOf(test, former, { may: 'read' });
      const names = { userId: owner.userId, action: 'update', symptom1: 'Tremor' };
      await owner.browser.call('updateSymptoms', names);
      await savedForm(owner, { symptom1: { name: 'Tremor', severity: 5, notes: '' } });
      const { browser, userId, email } = owner;
      const wrong = await browser.call('joinEntries', { userId, password: NEW_PASSWORD });
      expectRefusal(wrong, 403, 'That password is wrong. Please try again.');
      const { password } = former;
      const joined = (await browser.call('joinEntries', { userId, password })).json();
      expect(joined).toMatchObject({ id: former.userId, email });
      expect(joined).not.toHaveProperty('split');
      await join();
      const whole = { ...owner, userId: former.userId };
      expect(new Set(await severities(whole))).toEqual(new Set([4, 5]));
      expect(await formsOf(former)).toHaveLength(2);
      expect((await sessionOf(helper)).helps).toHaveLength(1);
      const again = await new Browser(test).call('signIn', { email, password: NEW_PASSWORD });
      expect(again.json().id).toBe(former.userId);
      const rows = await test.context.db
        .selectFrom('accounts')
        .select('email')
        .where('user_id', '=', owner.userId)
        .execute();
      expect(rows).toEqual([]);
    });

    it('at once by ‘Yes’ on a device that is signed in to the old one', async () => {
      const { former, owner } = await splitUsers(test);
      const { browser, userId, email } = former;
      const answer = await browser.call('answerSplit', { userId, isMe: true });
      expect(answer.json()).toMatchObject({ id: userId, email });
      expect(await sessionOf(owner)).toMatchObject({ id: userId });
      const twice = await browser.call('answerSplit', { userId, isMe: true });
      expectRefusal(twice, 409, 'This was answered already. Please reload the page.');
    });

    it('with the phones that get reminders on the devices of both', async () => {
      const { former, owner } = await splitUsers(test);
      const { browser, userId } = former;
      await addedDevice(former, pushing.service, test.context.push.publicKey);
      await addedDevice(owner, pushing.service, test.context.push.publicKey);
      await browser.call('answerSplit', { userId, isMe: true });
      const { devices } = (await owner.browser.call('getReminders', { userId })).json();
      expect(devices).toHaveLength(2);
    });

    it('with the question to a helper who said yes to an invitation', async () => {
      const person = await freshUser(test);
      const { former, owner } = await splitUsers(test);
      const { secret } = await invited(test, person, `other-${owner.email}`);
      await owner.browser.call('acceptInvitation', { userId: owner.userId, secret });
      const { userId } = former;
      await former.browser.call('answerSplit', { userId, isMe: true });
      await join();
      expect((await sessionOf(person)).accepted).toHaveLength(1);
    });

    it('after seven days, without the ways in of whoever made the old one', async () => {
      const { former, owner } = await splitUsers(test);
      const ntfy = { url: 'https://ntfy.sh', topic: 'a-secret-topic' };
      await savedReminders(former, {}, { ntfy });
      const helper = await caregiverOf(test, former, { may: 'read' });
      wait(test, 7 * DAY - 1);
      await joinDueAccounts(test.context);
      expect(await sessionOf(owner)).toHaveProperty('split');
      wait(test, 1);
      await joinDueAccounts(test.context);
      expect(await sessionOf(owner)).toMatchObject({ id: former.userId, email: owner.email });
      const reminders = await owner.browser.call('getReminders', { userId: former.userId });
      expect(reminders.json().ntfy).toBeNull();
      expectRefusal(await former.browser.call('getSession'), 401, 'Please sign in.');
      expect((await sessionOf(helper)).helps).toEqual([]);
      const { email, password } = former;
      const old = await new Browser(test).call('signIn', { email, password });
      expect(old.statusCode).toBe(401);
    });

    it('with the old password only if the owner has agreed, where the new one has none', async () => {
      const [silent, agreeing] = [
        await freshUser(test, ['Tremor']),
        await freshUser(test, ['Tremor']),
      ];
      const owners = [
        await provenByLink(test, silent.email),
        await provenByLink(test, agreeing.email),
      ];
      await joinedWithoutAnswer(test, silent);
      await agreeing.browser.call('answerSplit', { userId: agreeing.userId, isMe: true });
      const ids = await Promise.all(owners.map(async (each) => (await whoIsIn(each))?.id));
      expect(ids).toEqual([silent.userId, agreeing.userId]);
      const answers = [];
      for (const { email, password } of [silent, agreeing]) {
        answers.push((await new Browser(test).call('signIn', { email, password })).statusCode);
      }
      expect(answers).toEqual([401, 200]);
    });

    it('after ‘No’ only with the old password: the old one is asked for an address of its own', async () => {
      const { former, owner } = await splitUsers(test);
      const { browser, userId } = former;
      const answer = await browser.call('answerSplit', { userId, isMe: false });
      expect(answer.json()).toMatchObject({ id: userId, email: '', asksAddress: true });
      expect(await sessionOf(owner)).toMatchObject({ split: { holds: 'address', joinsAt: null } });
      wait(test, 8 * DAY);
      await joinDueAccounts(test.context);
      expect(await formsOf(former)).toHaveLength(1);
      expect(await sessionOf(former)).toMatchObject({ asksAddress: true });
      wait(test, 23 * DAY);
      const { email: address, password: known } = owner;
      const elsewhere = new Browser(test);
      const later = await elsewhere.call('signIn', { email: address, password: known });
      expect(later.json()).toMatchObject({ split: { holds: 'address', joinsAt: null } });
      const email = `own-${former.email}`;
      const proof = await askForAddressProof(test, { ...former, email });
      const own = await browser.call('proveAddress', { userId, email, ...proof });
      expect(own.json()).toMatchObject({ id: userId, email, asksAddress: false });
      const late = await elsewhere.call('joinEntries', {
        userId: owner.userId,
        password: former.password,
      });
      expectRefusal(late, 409, 'This was answered already. Please reload the page.');
    });
  });

  it('after ‘No’, the old password still joins them, in case it was a new phone', async () => {
    const { former, owner } = await splitUsers(test);
    await former.browser.call('answerSplit', { userId: former.userId, isMe: false });
    const { browser, userId } = owner;
    const joined = await browser.call('joinEntries', { userId, password: former.password });
    expect(joined.json()).toMatchObject({ id: former.userId, email: owner.email });
  });

  it('after ‘No’, a ‘Yes’ comes too late', async () => {
    const { former, owner } = await splitUsers(test);
    const { browser, userId } = former;
    await browser.call('answerSplit', { userId, isMe: false });
    const late = await browser.call('answerSplit', { userId, isMe: true });
    expectRefusal(late, 409, 'This was answered already. Please reload the page.');
    expect(await sessionOf(owner)).toMatchObject({ id: owner.userId, split: { joinsAt: null } });
  });

  it('a change of the address with the password keeps them apart', async () => {
    const { former, owner } = await splitUsers(test);
    const { browser, userId } = former;
    const email = `own-${former.email}`;
    const proof = await askForChange(test, former, email);
    const changed = await browser.call('changeEmail', { userId, email, ...proof });
    expect(changed.json()).toMatchObject({ id: userId, email });
    const session = await sessionOf(owner);
    expect(session).toMatchObject({ id: owner.userId });
    expect(session).not.toHaveProperty('split');
  });

  it('a change of the new account’s address is not told to the old one', async () => {
    const { former, owner } = await splitUsers(test);
    await former.browser.call('answerSplit', { userId: former.userId, isMe: false });
    const email = `new-${owner.email}`;
    const proof = await askForChange(test, owner, email);
    const changed = await owner.browser.call('changeEmail', {
      ...{ userId: owner.userId, email, ...proof },
    });
    expect(changed.json()).toMatchObject({ email });
    expect(await sessionOf(former)).toMatchObject({ split: { email: former.email } });
  });

  it('after ‘No’, a code for that address joins them, in case ‘No’ was a mistake', async () => {
    const { former, owner } = await splitUsers(test);
    const { browser, userId, email } = former;
    const refused = { userId, isMe: false };
    expect((await browser.call('answerSplit', refused)).json()).toMatchObject({
      asksAddress: true,
      split: { holds: 'entries', email, joinsAt: null },
    });
    // The press alone does not, because somebody else may have made the account and wait for more entries.
    const pressed = await browser.call('answerSplit', { userId, isMe: true });
    expectRefusal(pressed, 409, 'This was answered already. Please reload the page.');
    wait(test, 8 * DAY);
    await joinDueAccounts(test.context);
    const proof = await askForAddressProof(test, former);
    const wrong = { ...proof, code: proof.code === '000000' ? '000001' : '000000' };
    const guessed = await browser.call('proveAddress', { userId, email, ...wrong });
    expectRefusal(guessed, 400, 'That code is wrong or has expired. Get a new code.');
    const joined = (await browser.call('proveAddress', { userId, email, ...proof })).json();
    expect(joined).toMatchObject({ id: userId, email, asksAddress: false });
    expect(joined).not.toHaveProperty('split');
    await join();
    expect(await formsOf(former)).toHaveLength(1);
    const { password } = owner;
    const signedIn = await new Browser(test).call('signIn', { email, password });
    expect(signedIn.json()).toMatchObject({ id: userId });
  });

  it('joining asks the owner what may stay, and tells the address by letter', async () => {
    const { former, owner } = await splitUsers(test);
    await caregiverOf(test, former, { may: 'read' });
    await former.browser.call('answerSplit', { userId: former.userId, isMe: true });
    expect(await sessionOf(owner)).toMatchObject({ asksWhatStays: true });
    expect(await lettersTo(test, owner.email)).toContainEqual({ kind: 'accountsJoined' });
  });

  it('a helper who loses an unproven address to somebody else helps no more after seven days', async () => {
    const person = await freshUser(test, ['Tremor']);
    const helper = await caregiverOf(test, person, { may: 'log' });
    const owner = await provenElsewhere(test, helper.email);
    expect(owner.userId).not.toBe(helper.userId);
    expect((await sessionOf(owner)).helps).toEqual([]);
    wait(test, 7 * DAY);
    await joinDueAccounts(test.context);
    expect((await sessionOf(owner)).helps).toEqual([]);
  });

  it('nobody can sign up with an address that the server gives to accounts without one', async () => {
    const email = placeholderFor('0f9d6f0e-3b0c-4f0e-9d5b-1f4f4f4f4f50');
    const answer = await new Browser(test).call('signUp', { email, password: NEW_PASSWORD });
    expectRefusal(answer, 400, 'email must be an email address');
  });

  it('an author who logged out still gets in with the mistyped address and the old password', async () => {
    const { former, owner } = await splitUsers(test);
    await former.browser.call('signOut');
    const { email, password } = former;
    const back = await new Browser(test).call('signIn', { email, password });
    expect(back.json()).toMatchObject({ id: former.userId, split: { holds: 'entries' } });
    expect(owner.userId).not.toBe(former.userId);
  });

  it('either account can be deleted while they wait, and the other stays', async () => {
    for (const gone of ['former', 'owner'] as const) {
      const both = await splitUsers(test);
      const { browser, userId, password } = both[gone];
      expect((await browser.call('deleteAccount', { userId, password })).statusCode).toBe(200);
      const other = both[gone === 'former' ? 'owner' : 'former'];
      const session = await sessionOf(other);
      expect(session).toMatchObject({ id: other.userId });
      expect(session).not.toHaveProperty('split');
    }
  });

  it('no letter goes to an account without an address', async () => {
    const { former } = await splitUsers(test);
    const { userId, browser, password } = former;
    await browser.call('changePassword', { userId, password, newPassword: 'another horse 48' });
    await test.context.jobs.runDue('mail');
    expect(await lettersTo(test, placeholderFor(userId))).toEqual([]);
  });
});
