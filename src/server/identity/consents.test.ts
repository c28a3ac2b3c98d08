import { expect, it } from 'vitest';
import { type TestApp, testApp } from '../testing/app.ts';
import { onEveryDatabase } from '../testing/databases.ts';
import { runOAuthFlow, standInForGoogle } from '../testing/oauth-flows.ts';
import { askForLink } from '../testing/outbox.ts';
import { browserElsewhere } from '../testing/places.ts';

const PRIVACY_URL = 'https://example.org/privacy';
const password = 'correct horse battery';

onEveryDatabase((place) => {
  const settings: Record<string, string> = { PRIVACY_URL };
  const google = standInForGoogle(settings);
  const test = testApp(place, settings);
  const without = testApp(place);

  const consents = async () =>
    await test.context.db.selectFrom('consents').select(['at', 'url']).execute();
  const AGREED = () => [{ at: test.now, url: PRIVACY_URL }];

  async function signedUp(email: string, consent: object, through: TestApp = test) {
    const browser = browserElsewhere(through);
    const answer = await browser.call('signUp', { email, password, ...consent });
    return { browser, answer, userId: answer.json().userId };
  }

  it('stores the time and the notice with an account that agrees, and deletes them with it', async () => {
    const config = (await browserElsewhere(test).call('getConfig')).json();
    expect(config.privacyUrl).toBe(PRIVACY_URL);
    expect((await signedUp('one@example.org', {})).answer.statusCode).toBe(201);
    expect(await consents()).toEqual([]);
    const { browser, userId } = await signedUp('two@example.org', { consent: true });
    expect(await consents()).toEqual(AGREED());
    // An address that has an account gets none.
    await signedUp('two@example.org', { consent: true });
    expect(await consents()).toEqual(AGREED());
    await browser.call('deleteAccount', { userId, password });
    expect(await consents()).toEqual([]);
    expect((await signedUp('no@example.org', { consent: false })).answer.statusCode).toBe(400);
  });

  it('stores it when a link or a provider creates the account, and not at later sign-ins', async () => {
    const linked = { browser: browserElsewhere(test), email: 'linked@example.org' };
    const signInWithLink = async () => {
      const proof = await askForLink(test, linked);
      const answer = await linked.browser.call('signInWithLink', { email: linked.email, ...proof });
      expect(answer.statusCode).toBe(200);
      return answer.json().id;
    };
    const userId = await signInWithLink();
    await signInWithLink();
    expect(await consents()).toEqual(AGREED());
    await test.context.db.deleteFrom('accounts').where('user_id', '=', userId).execute();
    google.person({ email: 'googled@gmail.com' });
    const browser = browserElsewhere(test);
    expect(await runOAuthFlow(browser, google.provider)).toBe('');
    expect(await runOAuthFlow(browser, google.provider)).toBe('');
    expect(await consents()).toEqual(AGREED());
    await test.context.db.deleteFrom('consents').execute();
  });

  it('stores nothing without a notice', async () => {
    const config = (await browserElsewhere(without).call('getConfig')).json();
    expect(config).not.toHaveProperty('privacyUrl');
    const { answer } = await signedUp('three@example.org', { consent: true }, without);
    expect(answer.statusCode).toBe(201);
    expect(await consents()).toEqual([]);
  });
});
