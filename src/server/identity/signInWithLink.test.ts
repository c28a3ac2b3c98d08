import { describe, expect, it } from 'vitest';
import { Browser, freshAccount, freshUser, secondBrowser, testApp } from '../testing/app.ts';
import { caregiverOf } from '../testing/caregivers.ts';
import { everythingStored, onEveryDatabase } from '../testing/databases.ts';
import { whoIsIn } from '../testing/oauth-flows.ts';
import {
  askForChange,
  askForLink,
  askForReset,
  lettersTo,
  NEW_PASSWORD,
} from '../testing/outbox.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { provenUser } from '../testing/rows.ts';
import { madeShare, reading } from '../testing/sharing.ts';

const MINUTE = 60_000;
const SPENT = 'This link has been used, or has expired. Please ask for a new one.';

onEveryDatabase((place) => {
  const test = testApp(place);
  let addresses = 0;

  /** A browser with an IP address of its own, so that failed attempts of one test do not count in another. */
  function newBrowser(): Browser {
    const browser = new Browser(test);
    addresses += 1;
    browser.address = `10.7.0.${addresses}`;
    return browser;
  }

  /** A link for an address without an account. */
  async function linkFor(email: string, browser = newBrowser()) {
    return { email, ...(await askForLink(test, { browser, email })) };
  }

  async function expectSpent(link: object) {
    const browser = newBrowser();
    expectRefusal(await browser.call('signInWithLink', link), 400, SPENT);
    expect(browser.cookie).toBeUndefined();
  }

  it('creates a new user with an empty profile', async () => {
    const browser = newBrowser();
    const link = await linkFor('newcomer@example.org', browser);
    const response = await browser.call('signInWithLink', link);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({
      email: 'newcomer@example.org',
      name: '',
      birthday: '',
      biologicalSex: '',
      symptom1: 'No Symptom entered',
      isNewUser: true,
      hasProfile: true,
    });
    expect(await whoIsIn(browser)).toEqual(response.json());
    expect(response.headers['cache-control']).toBe('no-store');
    const { id: userId } = response.json();
    const account = await browser.call('getAccount', { userId });
    expect(account.json()).toMatchObject({ waysIn: [{ kind: 'link' }] });
    const kinds = (await lettersTo(test, link.email)).map(({ kind }) => kind);
    expect(kinds).toEqual(['signInLink']);
  });

  it('signs in a known user, who is not new', async () => {
    const { email, userId } = await provenUser(test, ['Tremor']);
    const link = await linkFor(email);
    const response = await newBrowser().call('signInWithLink', link);
    const expected = { id: userId, isNewUser: false, name: 'Grace Hopper', symptom1: 'Tremor' };
    expect(response.json()).toMatchObject(expected);
  });

  it('works once', async () => {
    const link = await linkFor('once@example.org');
    expect((await newBrowser().call('signInWithLink', link)).statusCode).toBe(200);
    await expectSpent(link);
  });

  it('works only once if used four times at once', async () => {
    for (const email of ['four@example.org', (await provenUser(test)).email]) {
      const link = await linkFor(email);
      const browsers = [1, 2, 3, 4].map(newBrowser);
      const answers = await Promise.all(browsers.map((each) => each.call('signInWithLink', link)));
      const statuses = answers.map(({ statusCode }) => statusCode);
      expect(statuses.toSorted()).toEqual([200, 400, 400, 400]);
      const users = await Promise.all(browsers.map(whoIsIn));
      expect(users.filter(Boolean)).toHaveLength(1);
    }
  });

  it('works for 15 minutes, and no longer', async () => {
    const [last, late] = [await linkFor('last@example.org'), await linkFor('late@example.org')];
    test.now += 15 * MINUTE - 1;
    expect((await newBrowser().call('signInWithLink', last)).statusCode).toBe(200);
    test.now += 1;
    await expectSpent(late);
  });

  it('is not used up by opening it without pressing the button', async () => {
    const link = await linkFor('scanned@example.org');
    const url = `/sign-in-link#${new URLSearchParams(link)}`;
    for (const each of [url, '/api/auth/signInWithLink', '/sign-in-link']) {
      const { cookies } = await newBrowser().send({ method: 'GET', url: each });
      expect(cookies).toEqual([]);
    }
    const query = { ...link };
    await newBrowser().send({ method: 'GET', url: '/sign-in-link', query });
    expect((await newBrowser().call('signInWithLink', link)).statusCode).toBe(200);
  });

  it('refuses another address, challenge or code, and works afterwards', async () => {
    const link = await linkFor('tried@example.org');
    const { email } = await freshUser(test);
    const other = await linkFor('tried-too@example.org');
    await expectSpent({ ...link, email });
    await expectSpent({ ...link, code: other.code });
    await expectSpent({ ...link, code: '' });
    await expectSpent({ ...link, challenge: other.challenge });
    await expectSpent({ ...link, challenge: '' });
    await expectSpent({ ...link, code: link.challenge, challenge: link.code });
    await expectSpent({ ...link, code: link.code.toLowerCase() });
    await expectSpent({ ...link, code: `${link.code} ` });
    await expectSpent({ ...link, code: 'A' });
    expect((await newBrowser().call('signInWithLink', link)).statusCode).toBe(200);
  });

  it('refuses a code that was mailed for another purpose', async () => {
    const user = await freshUser(test);
    const { email } = user;
    await expectSpent({ email, ...(await askForReset(test, user)) });
    const newEmail = `moved-${email}`;
    await expectSpent({ email: newEmail, ...(await askForChange(test, user, newEmail)) });
    const { challenge, code } = await linkFor(email);
    const reset = { email, newPassword: NEW_PASSWORD, challenge, code };
    expect((await newBrowser().call('resetPassword', reset)).statusCode).toBe(400);
    await test.context.db.updateTable('codes').set({ tries: 0 }).execute();
    const shortened = { ...reset, code: '123456' };
    expect((await newBrowser().call('resetPassword', shortened)).statusCode).toBe(400);
    expect((await newBrowser().call('signIn', user)).statusCode).toBe(200);
  });

  it('is invalid after the account has changed its address', async () => {
    const user = await freshUser(test);
    const link = await linkFor(user.email);
    const email = `left-${user.email}`;
    const proof = await askForChange(test, user, email);
    const change = { userId: user.userId, email, password: user.password, ...proof };
    expect((await user.browser.call('changeEmail', change)).statusCode).toBe(200);
    await expectSpent(link);
  });

  it('is invalid after the account is deleted', async () => {
    const user = await freshUser(test);
    const link = await linkFor(user.email);
    const { userId, password } = user;
    await user.browser.call('deleteAccount', { userId, password });
    await expectSpent(link);
  });

  it('needs the app’s own page: another site cannot sign a user in as somebody else', async () => {
    const link = await linkFor('cross-site@example.org');
    const url = '/api/auth/signInWithLink';
    const payload = JSON.stringify(link);
    const crossSite: Record<string, string>[] = [
      { 'content-type': 'text/plain' },
      { 'content-type': 'application/json', origin: 'https://evil.example' },
    ];
    for (const headers of crossSite) {
      const response = await newBrowser().send({ method: 'POST', url, headers, payload });
      expectRefusal(
        response,
        403,
        'Please open Symptom Tracker at its usual address, and try again.',
      );
    }
    expect((await newBrowser().call('signInWithLink', link)).statusCode).toBe(200);
  });

  it('gives the browser a new session instead of its former one', async () => {
    const { browser, email } = await freshUser(test);
    const former = browser.cookie;
    const link = await linkFor('instead@example.org');
    await browser.call('signInWithLink', link);
    expect(await whoIsIn(browser)).toMatchObject({ email: 'instead@example.org' });
    const thief = newBrowser();
    thief.cookie = former;
    expect(await whoIsIn(thief)).toBeUndefined();
    expect(email).not.toBe(link.email);
  });

  it('counts failed attempts from one IP address, where a right link still works', async () => {
    const link = await linkFor('limited@example.org');
    const browser = newBrowser();
    const wrong = { ...link, challenge: 'A'.repeat(43) };
    for (let index = 0; index < 10; index += 1) {
      expect((await browser.call('signInWithLink', wrong)).statusCode).toBe(400);
    }
    const refused = await browser.call('signInWithLink', wrong);
    expectRefusal(refused, 429, 'Too many attempts. Please try again later.');
    expect((await browser.call('signInWithLink', link)).statusCode).toBe(200);
  });

  describe('of an account', () => {
    it('that is empty, removes its password and sessions, and notifies the owner', async () => {
      const maker = await freshAccount(test);
      const elsewhere = await secondBrowser(test, maker);
      const { email, password, userId } = maker;
      const browser = newBrowser();
      await browser.call('signInWithLink', await linkFor(email, browser));
      expect(await whoIsIn(browser)).toMatchObject({ id: userId });
      for (const each of [maker, elsewhere]) expect(await whoIsIn(each.browser)).toBeUndefined();
      expect((await newBrowser().call('signIn', { email, password })).statusCode).toBe(401);
      const letters = await lettersTo(test, email);
      const firstProof = { password: true, providers: [] };
      expect(letters).toContainEqual({ kind: 'addressTakenBack', firstProof });

      // The address is proven from then on: another link removes nothing.
      test.now += 1;
      const again = newBrowser();
      await again.call('signInWithLink', await linkFor(email));
      for (const each of [browser, again]) {
        expect(await whoIsIn(each)).toMatchObject({ id: userId });
      }
      expect(await lettersTo(test, email)).toHaveLength(letters.length + 2);
      expect(await lettersTo(test, email)).toContainEqual(
        expect.objectContaining({ kind: 'newBrowser' }),
      );
    });

    it('that is unproven, keeps the access that it gave to others', async () => {
      const maker = await freshUser(test, ['Tremor']);
      const { email, userId } = maker;
      const caregiver = await caregiverOf(test, maker, { may: 'log', notes: true });
      const share = await madeShare(test, maker);
      const reader = await reading(test, share);
      const browser = newBrowser();
      await browser.call('signInWithLink', await linkFor(email, browser));
      expect((await caregiver.browser.call('getUserForms', { userId })).statusCode).toBe(200);
      const { shareId } = share;
      expect((await reader.call('getSharedVisit', { shareId })).statusCode).toBe(200);
      expect(await whoIsIn(browser)).toMatchObject({ split: { holds: 'address' } });
    });

    it('that is proven, keeps its password and sessions', async () => {
      const user = await freshUser(test);
      const { email, password, userId } = user;
      const { db } = test.context;
      const proven = { email_proven: 1 };
      await db.updateTable('accounts').set(proven).where('user_id', '=', userId).execute();
      const before = await everythingStored(db);
      const browser = newBrowser();
      await browser.call('signInWithLink', await linkFor(email));
      const { sessions, ...after } = await everythingStored(db);
      expect({ ...after, sessions: before.sessions }).toEqual(before);
      expect(sessions).toEqual(expect.arrayContaining(before.sessions ?? []));
      expect(await whoIsIn(user.browser)).toMatchObject({ id: userId });
      expect((await newBrowser().call('signIn', { email, password })).statusCode).toBe(200);
      const kinds = (await lettersTo(test, email)).map(({ kind }) => kind);
      expect(kinds).toEqual(['signInLink', 'newBrowser', 'newBrowser']);
    });
  });
});
