import { describe, expect, it } from 'vitest';
import { LIMITS } from '../limits.ts';
import { type Browser, freshAccount, freshUser, type TestApp, testApp } from '../testing/app.ts';
import { onEveryDatabase } from '../testing/databases.ts';
import { sendDue } from '../testing/mailing.ts';
import { runOAuthFlow, standInForGoogle, whoIsIn } from '../testing/oauth-flows.ts';
import { askForLink, lettersTo } from '../testing/outbox.ts';
import { browserElsewhere } from '../testing/places.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { provenUser } from '../testing/rows.ts';
import { createAccount } from './queries/new-accounts.ts';

const CLOSED = 'This server takes no new accounts.';
const TOO_MANY = 'Too many attempts. Please try again later.';
const HOUR = 3_600_000;
const password = 'correct horse battery';

let people = 0;

function newEmail(): string {
  people += 1;
  return `newcomer${people}@example.org`;
}

async function emailsOf({ context: { db } }: TestApp): Promise<string[]> {
  const rows = await db.selectFrom('accounts').select('email').execute();
  return rows.map(({ email }) => email);
}

async function byLink(test: TestApp, browser: Browser, email: string) {
  const proof = await askForLink(test, { browser: browserElsewhere(test), email });
  return await browser.call('signInWithLink', { email, ...proof });
}

onEveryDatabase((place) => {
  describe('with SIGN_UP=closed', () => {
    const settings = { SIGN_UP: 'closed' };
    const google = standInForGoogle(settings);
    const test = testApp(place, settings);

    it('a password creates no account, and the answer does not say which addresses have one', async () => {
      const { email } = await freshUser(test);
      for (const each of [email, newEmail()]) {
        const browser = browserElsewhere(test);
        expectRefusal(await browser.call('signUp', { email: each, password }), 403, CLOSED);
        expect(browser.cookie).toBeUndefined();
      }
    });

    it('a link is mailed only to addresses with an account', async () => {
      const [stranger, { email }] = [newEmail(), await freshUser(test)];
      for (const each of [stranger, email]) {
        const answer = await browserElsewhere(test).call('sendSignInLink', { email: each });
        expect(answer.statusCode).toBe(202);
      }
      // The mail server of these tests accepts nothing, so a letter that was not dropped is still queued.
      await sendDue(test);
      expect(await lettersTo(test, stranger)).toEqual([]);
      expect(await lettersTo(test, email)).toHaveLength(1);
    });

    it('a link that was mailed before creates no account', async () => {
      const browser = browserElsewhere(test);
      const email = newEmail();
      expectRefusal(await byLink(test, browser, email), 403, CLOSED);
      expect(browser.cookie).toBeUndefined();
      expect(await emailsOf(test)).not.toContain(email);
    });

    it('a provider creates no account', async () => {
      const { email } = google.person();
      const browser = browserElsewhere(test);
      expect(await runOAuthFlow(browser, google.provider)).toBe(CLOSED);
      expect(await whoIsIn(browser)).toBeUndefined();
      expect(await emailsOf(test)).not.toContain(email);
    });

    it('people with an account sign in as before', async () => {
      const { email, password: known } = await provenUser(test);
      const browser = browserElsewhere(test);
      expect((await browser.call('signIn', { email, password: known })).statusCode).toBe(200);
      expect((await byLink(test, browserElsewhere(test), email)).statusCode).toBe(200);
      const other = await freshAccount(test);
      google.person({ email: other.email });
      const another = browserElsewhere(test);
      expect(await runOAuthFlow(another, google.provider)).toBe('');
      expect(await whoIsIn(another)).toMatchObject({ id: other.userId });
    });

    it('getConfig says that sign-up is closed', async () => {
      const config = await browserElsewhere(test).call('getConfig');
      expect(config.json()).toMatchObject({ signUp: false });
    });
  });
});

onEveryDatabase((place) => {
  describe('with SIGN_UP=first', () => {
    const settings = { SIGN_UP: 'first' };
    const google = standInForGoogle(settings);
    const test = testApp(place, settings);
    const other = testApp(place, settings);

    it('sign-ups at once, through two servers, create one account; later ones create none', async () => {
      const config = async () => (await browserElsewhere(test).call('getConfig')).json();
      expect(await config()).toMatchObject({ signUp: true });
      const answers = await Promise.all(
        [test, other, test, other].map((each) =>
          browserElsewhere(each).call('signUp', { email: newEmail(), password }),
        ),
      );
      const statuses = answers.map(({ statusCode }) => statusCode).sort();
      expect(statuses).toEqual([201, 403, 403, 403]);
      const created = await emailsOf(test);
      expect(created).toHaveLength(1);

      expect(await config()).toMatchObject({ signUp: false });
      const signUp = { email: newEmail(), password };
      expectRefusal(await browserElsewhere(test).call('signUp', signUp), 403, CLOSED);
      expectRefusal(await byLink(test, browserElsewhere(test), newEmail()), 403, CLOSED);
      google.person();
      expect(await runOAuthFlow(browserElsewhere(test), google.provider)).toBe(CLOSED);
      expect(await emailsOf(test)).toEqual(created);
    });
  });
});

onEveryDatabase((place) => {
  const settings = {};
  const google = standInForGoogle(settings);
  const test = testApp(place, settings, { newAccounts: { max: 2, windowMs: HOUR } });

  it('20 accounts an hour can be created from one IP address', async () => {
    const { db } = test.context;
    const create = async (now: number, key = 'one address', email = newEmail()) => {
      const account = { userId: email, email, passwordHash: '' };
      const networks = [{ key, limit: LIMITS.newAccounts }];
      const admission = { signUp: 'open', networks, agreedTo: undefined } as const;
      return await db.transaction().execute((trx) => createAccount(trx, account, admission, now));
    };
    const email = newEmail();
    expect(await create(0, 'one address', email)).toBe('created');
    expect(await create(0, 'one address', email)).toBe('emailInUse');
    const atOnce = await Promise.all(Array.from({ length: 22 }, () => create(0)));
    expect(atOnce.filter((outcome) => outcome === 'created')).toHaveLength(19);
    const refused = newEmail();
    expect(await create(HOUR - 1, 'one address', refused)).toBe('tooManyAttempts');
    expect(await emailsOf(test)).not.toContain(refused);
    expect(await create(0, 'another address')).toBe('created');
    expect(await create(HOUR, 'one address', refused)).toBe('created');
  });

  it('the limit counts every way to sign up, and does not keep anybody from signing in', async () => {
    const browser = browserElsewhere(test);
    const signUp = () => browser.call('signUp', { email: newEmail(), password });
    expect((await signUp()).statusCode).toBe(201);
    const email = newEmail();
    expect((await byLink(test, browser, email)).statusCode).toBe(200);
    expectRefusal(await signUp(), 429, TOO_MANY);
    expectRefusal(await byLink(test, browser, newEmail()), 429, TOO_MANY);
    google.person();
    expect(await runOAuthFlow(browser, google.provider)).toBe(TOO_MANY);
    test.now += 1;
    expect((await byLink(test, browser, email)).statusCode).toBe(200);
    const elsewhere = browserElsewhere(test);
    expect(await runOAuthFlow(elsewhere, google.provider)).toBe('');
    test.now += HOUR;
    expect((await signUp()).statusCode).toBe(201);
  });
});
