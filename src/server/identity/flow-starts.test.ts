import { beforeEach, expect, it } from 'vitest';
import { OAUTH_END_PATH } from '../../contract/providers.ts';
import { LIMITS } from '../limits.ts';
import { Browser, freshUser, testApp } from '../testing/app.ts';
import { onSqlite } from '../testing/databases.ts';
import {
  authorization,
  begin,
  runOAuthFlow,
  standInForGoogle,
  takeOutcome,
} from '../testing/oauth-flows.ts';
import { browserElsewhere } from '../testing/places.ts';
import { expectRefusal } from '../testing/refusals.ts';

onSqlite((place) => {
  const settings = {};
  const google = standInForGoogle(settings);
  const { oauthFlows } = LIMITS;
  const test = testApp(place, settings, { oauthFlows });
  let browser: Browser;

  beforeEach(() => {
    google.person();
    browser = new Browser(test);
  });

  it('cannot be started from another site', async () => {
    for (const from of ['cross-site', 'same-site']) {
      const response = await begin(browser, { headers: { 'sec-fetch-site': from } });
      expectRefusal(
        response,
        403,
        'Please open Symptom Tracker at its usual address, and try again.',
      );
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
    const headers = { host: 'evil.local', 'x-forwarded-host': 'evil.example' };
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

  it('starts 30 flows a minute for an IP address, and stores nothing of further ones', async () => {
    const { db } = test.context;
    await db.deleteFrom('oauth_flows').execute();
    const stored = async () => ({
      flows: (await db.selectFrom('oauth_flows').selectAll().execute()).length,
      attempts: await db.selectFrom('attempts').selectAll().execute(),
    });
    const address = browserElsewhere(test).address;
    const beginHere = async () => {
      const another = new Browser(test);
      another.address = address;
      const { headers } = await begin(another);
      return headers.location === OAUTH_END_PATH ? (await takeOutcome(another))?.problem : '';
    };
    const starts = await Promise.all(Array.from({ length: 32 }, beginHere));
    expect(starts.filter((problem) => problem === '')).toHaveLength(30);
    const before = await stored();
    expect(before.flows).toBe(30);
    expect(await beginHere()).toBe('Too many attempts. Please try again later.');
    expect(await stored()).toEqual(before);
    test.now += 60_000;
    expect(await beginHere()).toBe('');
  });

  it('stores one flow per browser at a time', async () => {
    for (const _time of [1, 2, 3]) await begin(browser);
    const hashes = await test.context.db.selectFrom('oauth_flows').select('browser_hash').execute();
    expect(new Set(hashes.map(({ browser_hash }) => browser_hash)).size).toBe(hashes.length);
  });
});
