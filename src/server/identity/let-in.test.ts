import { beforeAll, expect, it } from 'vitest';
import { freshUser, testApp } from '../testing/app.ts';
import { newPlace, onEveryDatabase } from '../testing/databases.ts';
import { letIn } from '../testing/let-in.ts';
import { lettersTo, linkIn } from '../testing/outbox.ts';
import { browserElsewhere } from '../testing/places.ts';
import { expectRefusal } from '../testing/refusals.ts';

const MINUTES_15 = 900_000;
const SPENT = 'This link has been used, or has expired. Please ask for a new one.';

onEveryDatabase((place) => {
  const test = testApp(place, { SMTP_URL: '' });
  beforeAll(() => {
    // The command reads the machine's clock.
    test.now = Date.now();
  });

  /** A link that the operator makes while the server runs. */
  function linkFor(email: string) {
    const { status, stdout, stderr } = letIn(place(), email);
    expect([status, stderr]).toEqual([0, '']);
    const [said, url = ''] = stdout.trimEnd().split('\n');
    expect(said).toContain('It works once, for 15 minutes.');
    expect(url).toMatch(/^http:\/\/localhost:4711\/sign-in-link#email=/);
    return linkIn(url);
  }

  it('signs in once, keeps what the account has, and proves nothing about the address', async () => {
    const user = await freshUser(test, ['Tremor']);
    const { db } = test.context;
    const accounts = async () =>
      await db.selectFrom('accounts').selectAll().where('user_id', '=', user.userId).execute();
    const before = await accounts();
    const link = linkFor(` ${user.email.toUpperCase()} `);
    const browser = browserElsewhere(test);
    const signedIn = await browser.call('signInWithLink', link);
    expect(signedIn.statusCode).toBe(200);
    expect(signedIn.json()).toMatchObject({ id: user.userId, symptom1: 'Tremor' });
    expectRefusal(await browserElsewhere(test).call('signInWithLink', link), 400, SPENT);
    expect(await accounts()).toEqual(before);
    expect((await user.browser.call('getSession')).statusCode).toBe(200);
    expect(await lettersTo(test, user.email)).toEqual([]);
    const activity = await browser.call('getActivity', { userId: user.userId, limit: 10 });
    expect(activity.json()).toContainEqual(
      expect.objectContaining({ kind: 'signedIn', detail: 'letIn' }),
    );
    // The browser is known from now on.
    expect(browser.cookies.has('browser')).toBe(true);
  });

  it('works for 15 minutes', async () => {
    const { email } = await freshUser(test);
    const link = linkFor(email);
    const begun = test.now;
    test.now = Date.now() + MINUTES_15;
    expectRefusal(await browserElsewhere(test).call('signInWithLink', link), 400, SPENT);
    test.now = begun + MINUTES_15 - 1;
    expect((await browserElsewhere(test).call('signInWithLink', link)).statusCode).toBe(200);
    test.now = begun;
  });

  it('is refused for an address without an account, and by a folder without data', async () => {
    expect(letIn(place(), 'nobody@example.org')).toEqual({
      status: 1,
      stdout: '',
      stderr: 'There is no account with the address nobody@example.org.\n',
    });
    expect(letIn(place())).toMatchObject({ status: 2, stderr: 'Use: npm run let-in -- EMAIL\n' });
    expect(letIn(await newPlace('SQLite'), 'nobody@example.org').status).toBe(1);
  });
});
