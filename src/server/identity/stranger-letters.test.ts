import { beforeEach, expect, it } from 'vitest';
import { LIMITS } from '../limits.ts';
import { Browser, freshUser, secondBrowser, type TestUser, testApp } from '../testing/app.ts';
import { onEveryDatabase } from '../testing/databases.ts';
import { sendDue, standInForMail } from '../testing/mailing.ts';
import { expectRefusal, wholeAnswer } from '../testing/refusals.ts';
import { proveAddress, provenUser } from '../testing/rows.ts';

const DAY = 86_400_000;
const SPENT = { accountsOnly: true };
let networks = 0;
let addresses = 0;

function freshAddress(): string {
  addresses += 1;
  return `stranger${addresses}@example.com`;
}

/** Gives a browser an address in a /16 of its own. */
function movedOn<Moved extends Browser>(browser: Moved): Moved {
  networks += 1;
  browser.address = `20.${networks}.0.1`;
  return browser;
}

onEveryDatabase((place) => {
  const mailing = standInForMail();
  // A fifth of them, two, for one network.
  mailing.settings.STRANGER_LETTERS = '10';
  const { strangersOfAccount } = LIMITS;
  const test = testApp(place, mailing.settings, { strangersOfAccount });
  const closed = testApp(place, { STRANGER_LETTERS: '10', SIGN_UP: 'closed' });

  // All tests share the counts of one database.
  beforeEach(() => {
    test.now += DAY;
  });

  const elsewhere = (app = test) => movedOn(new Browser(app));
  const ask = async (browser: Browser, email = freshAddress()) =>
    await browser.call('sendSignInLink', { email });

  async function receives(email: string): Promise<boolean> {
    await sendDue(test);
    return mailing.server.received.some(({ to }) => to === email);
  }

  /** Uses up the letters of the day. */
  async function spend(): Promise<void> {
    for (let count = 0; count < 10; count += 1) {
      expect((await ask(elsewhere())).json()).toEqual({});
    }
  }

  it('sends ten links a day to strangers, and says to everybody alike that no more go out', async () => {
    await spend();
    const [{ email }, stranger] = [await freshUser(test), freshAddress()];
    const [known, unknown] = [await ask(elsewhere(), email), await ask(elsewhere(), stranger)];
    expect(known.json()).toEqual(SPENT);
    // The cookie that says who asked contains a keyed hash of the address.
    for (const answer of [known, unknown]) delete answer.headers['set-cookie'];
    expect(wholeAnswer(known)).toEqual(wholeAnswer(unknown));
    expect([await receives(email), await receives(stranger)]).toEqual([true, false]);
    test.now += DAY;
    expect((await ask(elsewhere(), stranger)).json()).toEqual({});
    expect(await receives(stranger)).toBe(true);
  });

  it('counts ten of many requests at once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(elsewhere())));
    expect(answers.filter((answer) => answer.json().accountsOnly)).toHaveLength(10);
  });

  it('sends a fifth of them for one network', async () => {
    const browser = elsewhere();
    const other = new Browser(test);
    other.address = browser.address.replace('0.1', '200.7');
    expect([(await ask(browser)).json(), (await ask(other)).json()]).toEqual([{}, {}]);
    expect((await ask(other)).json()).toEqual(SPENT);
    expect((await ask(elsewhere())).json()).toEqual({});
  });

  it('counts addresses with an account too, so that the count tells nothing about them', async () => {
    const browser = elsewhere();
    for (const { email } of [await freshUser(test), await freshUser(test)]) {
      expect((await ask(browser, email)).json()).toEqual({});
      expect(await receives(email)).toBe(true);
    }
    expect((await ask(browser)).json()).toEqual(SPENT);
  });

  it('counts nothing for owners in browsers of their own, or where nobody new can sign up', async () => {
    const user = await provenUser(test);
    const { browser } = await secondBrowser(test, user);
    movedOn(browser);
    for (let count = 0; count < 3; count += 1) {
      expect((await ask(browser, user.email)).json()).toEqual({});
    }
    expect((await ask(browser)).json()).toEqual({});
    const outside = elsewhere(closed);
    closed.now = test.now;
    for (let count = 0; count < 3; count += 1) expect((await ask(outside)).json()).toEqual({});
  });

  const invites = async ({ browser, userId }: TestUser, email: string) => {
    const answer = await movedOn(browser).call('inviteCaregiver', { userId, email, may: 'read' });
    return answer.json().mailed;
  };

  it('sends five invitations a day to strangers for one account, and to accounts still', async () => {
    const person = await freshUser(test);
    await proveAddress(test, person);
    for (let count = 0; count < 5; count += 1) {
      expect(await invites(person, freshAddress())).toBe('sent');
    }
    const [{ email }, stranger] = [await freshUser(test), freshAddress()];
    expect([await invites(person, email), await invites(person, stranger)]).toEqual([
      'accountsOnly',
      'accountsOnly',
    ]);
    expect([await receives(email), await receives(stranger)]).toEqual([true, false]);
  });

  it('refuses a code to a new address once they are spent, but not one to the account’s own', async () => {
    const { browser, userId, email, password } = await freshUser(test);
    const change = (to: string) =>
      movedOn(browser).call('changeEmail', { userId, email: to, password });
    await spend();
    expectRefusal(
      await change(freshAddress()),
      429,
      'We can’t send more emails to new addresses today. Please try again tomorrow.',
    );
    expect((await change(email)).statusCode).toBe(202);
    test.now += DAY;
    expect((await change(freshAddress())).statusCode).toBe(202);
  });
});
