import { expect, it } from 'vitest';
import { Browser, freshUser, secondBrowser, type TestUser, testApp, wait } from '../testing/app.ts';
import { onEveryDatabase } from '../testing/databases.ts';
import {
  runOAuthFlow,
  standInForGoogle,
  standInForOthers,
  whoIsIn,
} from '../testing/oauth-flows.ts';
import { askForProof, lettersTo, proveByCode } from '../testing/outbox.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { provenUser } from '../testing/rows.ts';

const MINUTE = 60_000;
const CONFIRM_FIRST = 'First, please confirm that it’s you.';

onEveryDatabase((place) => {
  const settings = {};
  const google = standInForGoogle(settings);
  const others = standInForOthers(settings);
  const test = testApp(place, settings);

  async function isProved({ browser, userId }: Pick<TestUser, 'browser' | 'userId'>) {
    return (await browser.call('getAccount', { userId })).json().confirmed;
  }

  /** A user who signed in only with Google, just now. */
  async function googleUser() {
    const { email } = google.person();
    const browser = new Browser(test);
    expect(await runOAuthFlow(browser, google.provider)).toBe('');
    return { browser, email, userId: (await whoIsIn(browser))?.id ?? '' };
  }

  it('counts for five minutes, in this session alone, under a new token', async () => {
    const user = await freshUser(test);
    const { userId, password, browser } = user;
    const elsewhere = await secondBrowser(test, user);
    wait(test, 5 * MINUTE);
    expect(await isProved(user)).toBe(false);
    const { cookie } = browser;
    expect((await browser.call('proveOwner', { userId, password })).json()).toEqual({
      confirmed: true,
    });
    expect(await isProved(user)).toBe(true);
    expect(await isProved(elsewhere)).toBe(false);
    const thief = new Browser(test);
    thief.cookie = cookie;
    expect(await whoIsIn(thief)).toBeUndefined();
    wait(test, 5 * MINUTE - 1);
    expect(await isProved(user)).toBe(true);
    wait(test, 1);
    expect(await isProved(user)).toBe(false);
  });

  it('is refused with a wrong password, and with none in an account that gets no code', async () => {
    const user = await freshUser(test);
    wait(test, 5 * MINUTE);
    const { userId, browser } = user;
    const wrong = await browser.call('proveOwner', { userId, password: 'not this one' });
    expectRefusal(wrong, 403, 'That password is wrong. Please try again.');
    expectRefusal(await browser.call('proveOwner', { userId }), 403, CONFIRM_FIRST);
    expect(await isProved(user)).toBe(false);
    expect(await lettersTo(test, user.email)).toEqual([]);
  });

  it('works with a mailed code, once, and with no other code', async () => {
    const [user, other] = [await provenUser(test), await provenUser(test)];
    wait(test, 5 * MINUTE);
    const { userId, browser } = user;
    const ofOther = await askForProof(test, other);
    const proof = await askForProof(test, user);
    const wrong = `${(Number(proof.code) + 1) % 1_000_000}`.padStart(6, '0');
    for (const given of [{ ...proof, code: wrong }, ofOther]) {
      const answer = await browser.call('proveOwner', { userId, ...given });
      expectRefusal(answer, 400, 'That code is wrong or has expired. Get a new code.');
    }
    expect(await isProved(user)).toBe(false);
    expect((await browser.call('proveOwner', { userId, ...proof })).statusCode).toBe(200);
    expect(await isProved(user)).toBe(true);
    expect((await browser.call('proveOwner', { userId, ...proof })).statusCode).toBe(400);
  });

  it('is not given by a sign-in at a provider that asks for nothing', async () => {
    const user = await googleUser();
    expect(await isProved(user)).toBe(false);
    const confirm = { purpose: 'confirm' } as const;
    expect(await runOAuthFlow(user.browser, google.provider, confirm)).toBe(CONFIRM_FIRST);
    expect(await isProved(user)).toBe(false);
    expectRefusal(
      await user.browser.call('deleteAccount', { userId: user.userId }),
      403,
      CONFIRM_FIRST,
    );
    await proveByCode(test, user);
    const deleted = await user.browser.call('deleteAccount', { userId: user.userId });
    expect(deleted.statusCode).toBe(200);
  });

  it('is not given by Facebook, which does not say that it asked for its password again', async () => {
    const user = await freshUser(test);
    others.provider.signInAs({ id: '31', name: 'Ada', email: 'ada31@example.org' });
    const facebook = { provider: 'facebook' } as const;
    const join = { ...facebook, purpose: 'join' } as const;
    expect(await runOAuthFlow(user.browser, others.provider, join)).toBe('');
    wait(test, 5 * MINUTE);
    const confirm = { ...facebook, purpose: 'confirm' } as const;
    expect(await runOAuthFlow(user.browser, others.provider, confirm)).toBe(CONFIRM_FIRST);
    expect(await isProved(user)).toBe(false);
  });

  it('is given by a provider if the account has no other proof: its address may be wrong', async () => {
    google.person({ emailVerified: false });
    const browser = new Browser(test);
    expect(await runOAuthFlow(browser, google.provider)).toBe('');
    const userId = (await whoIsIn(browser))?.id ?? '';
    expectRefusal(await browser.call('proveOwner', { userId }), 403, CONFIRM_FIRST);
    expect(await runOAuthFlow(browser, google.provider, { purpose: 'confirm' })).toBe('');
    expect(await isProved({ browser, userId })).toBe(true);
  });
});
