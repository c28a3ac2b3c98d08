import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, it } from 'vitest';
import { Browser, testApp } from '../testing/app.ts';
import { onSqlite } from '../testing/databases.ts';
import {
  authorization,
  begin,
  comeBack,
  runOAuthFlow,
  standInForGoogle,
  takeOutcome,
} from '../testing/oauth-flows.ts';

/** The names and attributes of the cookies that a response sets, without the values. */
function setBy({ cookies }: LightMyRequestResponse) {
  return cookies.map(({ value, expires, ...cookie }) => cookie);
}

onSqlite((place) => {
  const limits = { httpOnly: true, sameSite: 'Lax', path: '/' };

  describe('at home, without https', () => {
    const settings = {};
    const google = standInForGoogle(settings);
    const test = testApp(place, settings);

    it('no cookie of a flow can be read by a script or sent by another site', async () => {
      google.person();
      const browser = new Browser(test);
      const started = await begin(browser);
      expect(setBy(started)).toEqual([{ name: 'oauth-flow', ...limits, maxAge: 900 }]);
      const place = new URL(started.headers.location ?? '');
      const ended = await comeBack(browser, await google.provider.followSignIn(place));
      expect(setBy(ended)).toEqual([
        { name: 'session', ...limits, maxAge: 30 * 86_400 },
        { name: 'browser', ...limits, maxAge: 365 * 86_400 },
        { name: 'oauth-outcome', ...limits, maxAge: 300 },
      ]);
    });

    it('clears the outcome’s cookie when the page takes the outcome', async () => {
      google.person();
      const browser = new Browser(test);
      await runOAuthFlow(browser, google.provider);
      expect([...browser.cookies.keys()].sort()).toEqual(['browser', 'oauth-flow', 'session']);
    });

    it.each([
      ['is empty', ''],
      ['is not base64', '%%%'],
      ['is not JSON', Buffer.from('{').toString('base64url')],
      ['is null', Buffer.from('null').toString('base64url')],
      ['is another object', Buffer.from('{"id":"1","problem":""}').toString('base64url')],
      ['names an unknown provider', outcomeOf({ provider: 'myspace' })],
      ['has a problem that is not a text', outcomeOf({ problem: { html: '<b>' } })],
    ])('returns no outcome if that cookie %s, and clears it', async (_kind, text) => {
      const browser = new Browser(test);
      browser.cookies.set('oauth-outcome', text);
      expect(await takeOutcome(browser)).toBeNull();
      expect(browser.cookies.has('oauth-outcome')).toBe(false);
    });

    it('returns only the known fields of that cookie', async () => {
      const browser = new Browser(test);
      browser.cookies.set('oauth-outcome', outcomeOf({ userId: 'someone', url: 'javascript:0' }));
      expect(Object.keys((await takeOutcome(browser)) ?? {})).toEqual(Object.keys(OUTCOME));
    });

    it('replaces a malformed flow token', async () => {
      const token = /^[\w-]{43}$/;
      for (const planted of ['', 'short', 'A'.repeat(44), `${'A'.repeat(42)}é`]) {
        const browser = new Browser(test);
        browser.cookies.set('oauth-flow', encodeURIComponent(planted));
        await authorization(browser);
        expect(browser.cookies.get('oauth-flow')).toMatch(token);
        expect(browser.cookies.get('oauth-flow')).not.toBe(planted);
      }
    });
  });

  describe('behind https', () => {
    const settings = { PUBLIC_URL: 'https://tracker.example.org' };
    const google = standInForGoogle(settings);
    const test = testApp(place, settings);

    it('the names of the cookies prevent other hosts from setting them', async () => {
      google.person();
      const browser = new Browser(test);
      const started = await begin(browser);
      const secure = { ...limits, secure: true };
      expect(setBy(started)).toEqual([{ name: '__Host-oauth-flow', ...secure, maxAge: 900 }]);
      const place = new URL(started.headers.location ?? '');
      expect(place.searchParams.get('redirect_uri')).toBe(
        'https://tracker.example.org/api/auth/google/callback',
      );
      const ended = await comeBack(browser, await google.provider.followSignIn(place));
      expect(setBy(ended)).toEqual([
        { name: '__Host-session', ...secure, maxAge: 30 * 86_400 },
        { name: '__Host-browser', ...secure, maxAge: 365 * 86_400 },
        { name: '__Host-oauth-outcome', ...secure, maxAge: 300 },
      ]);
      const told = await browser.call('takeOAuthOutcome');
      expect(told.json().outcome.problem).toBe('');
      expect(setBy(told)).toEqual([{ name: '__Host-oauth-outcome', ...secure, maxAge: 0 }]);
    });

    it('ignores a flow cookie with the plain name, which another host may have set', async () => {
      google.person();
      const attacker = new Browser(test);
      const callback = await google.provider.followSignIn(await authorization(attacker));
      const victim = new Browser(test);
      victim.cookies.set('oauth-flow', attacker.cookies.get('__Host-oauth-flow') ?? '');
      await comeBack(victim, callback);
      expect(victim.cookie).toBeUndefined();
    });
  });
});

const OUTCOME = {
  id: '1',
  provider: 'google',
  purpose: 'signIn',
  mode: 'popup',
  problem: '',
} as const;

function outcomeOf(change: object): string {
  return Buffer.from(JSON.stringify({ ...OUTCOME, ...change })).toString('base64url');
}
