import { beforeEach, expect, it } from 'vitest';
import { OAUTH_END_PATH } from '../../contract/providers.ts';
import { Browser, freshUser, testApp } from '../testing/app.ts';
import { onSqlite } from '../testing/databases.ts';
import {
  authorization,
  begin,
  runOAuthFlow,
  standInForGoogle,
  takeOutcome,
} from '../testing/oauth-flows.ts';
import { expectRefusal } from '../testing/refusals.ts';

onSqlite((place) => {
  const settings = {};
  const google = standInForGoogle(settings);
  const test = testApp(place, settings);
  let browser: Browser;

  beforeEach(() => {
    google.person();
    browser = new Browser(test);
  });

  it('cannot be started from another site', async () => {
    for (const from of ['cross-site', 'same-site']) {
      const response = await begin(browser, { headers: { 'sec-fetch-site': from } });
      expectRefusal(response, 403, 'This request did not come from Symptom Tracker.');
    }
    expect(browser.cookies.size).toBe(0);
    expect(
      await runOAuthFlow(browser, google.provider, { headers: { 'sec-fetch-site': 'none' } }),
    ).toBe('');
  });

  it.each([
    ['a malformed id', { id: '1' }],
    ['an unknown purpose', { purpose: 'gift' as 'signIn' }],
    ['an unknown mode', { mode: 'iframe' as 'page' }],
  ])('cannot be started with %s', async (_kind, going) => {
    expect((await begin(browser, going)).statusCode).toBe(400);
    expect(browser.cookies.size).toBe(0);
  });

  it('leads only to Google and back, whatever the parameters', async () => {
    const elsewhere = { redirect_uri: 'https://evil.example', next: '//evil.example' };
    const url = '/api/auth/google/start';
    const query = { id: crypto.randomUUID(), purpose: 'signIn', mode: 'page', ...elsewhere };
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' };
    const { headers: answered } = await browser.send({ method: 'GET', url, query, headers });
    const place = new URL(answered.location ?? '');
    expect(place.origin).toBe(google.provider.issuer);
    expect(place.searchParams.get('redirect_uri')).toBe(
      'http://localhost:3000/api/auth/google/callback',
    );
    expect(place.href).not.toContain('evil');
  });

  it.each(['confirm', 'sheets'] as const)('needs a session for the purpose %s', async (purpose) => {
    const signedOut = (await freshUser(test)).browser;
    await signedOut.call('signOut');
    for (const nobody of [new Browser(test), signedOut]) {
      const { statusCode, headers } = await begin(nobody, { purpose });
      expect([statusCode, headers.location]).toEqual([303, OAUTH_END_PATH]);
      expect([...nobody.cookies.keys()]).toEqual(['oauth-outcome']);
      expect((await takeOutcome(nobody))?.problem).toBe('Please sign in.');
    }
  });

  it('asks only for the scopes that each purpose needs', async () => {
    const user = await freshUser(test);
    const asked = async (purpose: 'signIn' | 'confirm' | 'sheets') => {
      const { searchParams } = await authorization(user.browser, { purpose });
      const { scope, prompt, access_type, include_granted_scopes } =
        Object.fromEntries(searchParams);
      return { scope, prompt, access_type, include_granted_scopes };
    };
    const scope = 'openid email profile';
    expect(await asked('signIn')).toEqual({ scope });
    expect(await asked('confirm')).toEqual({ scope, prompt: 'select_account' });
    expect(await asked('sheets')).toEqual({
      scope: `${scope} https://www.googleapis.com/auth/spreadsheets`,
      prompt: 'select_account consent',
      access_type: 'offline',
      include_granted_scopes: 'true',
    });
  });

  it('stores one flow per browser at a time', async () => {
    for (const _time of [1, 2, 3]) await begin(browser);
    const hashes = await test.context.db.selectFrom('oauth_flows').select('browser_hash').execute();
    expect(new Set(hashes.map(({ browser_hash }) => browser_hash)).size).toBe(hashes.length);
  });
});
