import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { Browser, testApp } from '../testing/app.ts';
import { onEveryDatabase } from '../testing/databases.ts';
import {
  authorization,
  comeBack,
  loggedFault,
  standInForGoogle,
  takeOutcome,
  whoIsIn,
} from '../testing/oauth-flows.ts';

const MINUTE = 60_000;
const DID_NOT_WORK = 'Google sign-in did not work. Please try again.';

onEveryDatabase((place) => {
  const settings = {};
  const google = standInForGoogle(settings);
  const test = testApp(place, settings);
  let browser: Browser;

  beforeEach(() => {
    test.logged.length = 0;
    google.person();
    browser = new Browser(test);
  });

  /** The URL to which Google redirects a browser after the sign-in. The browser has not opened it yet. */
  async function aboutToComeBack(who = browser, change: (url: URL) => void = () => {}) {
    const url = await authorization(who);
    change(url);
    return await google.provider.followSignIn(url);
  }

  /** Checks that nobody is signed in, and that nothing was created. */
  async function expectNobody(...browsers: Browser[]) {
    for (const each of [browser, ...browsers]) {
      expect(each.cookie).toBeUndefined();
      expect(await whoIsIn(each)).toBeUndefined();
    }
    for (const table of ['accounts', 'identities', 'sessions', 'profiles'] as const) {
      expect(await test.context.db.selectFrom(table).selectAll().execute()).toEqual([]);
    }
  }

  async function expectNothingTold(callback: URL) {
    await comeBack(browser, callback);
    expect(await takeOutcome(browser)).toBeNull();
    await expectNobody();
  }

  async function expectProblem(callback: URL, problem: string) {
    await comeBack(browser, callback);
    expect(await takeOutcome(browser)).toMatchObject({ provider: 'google', problem });
    await expectNobody();
  }

  describe('the state', () => {
    it.each([
      ['another', 'A'.repeat(43)],
      ['an empty', ''],
      ['a very long', 'A'.repeat(5000)],
    ])('is refused if it is %s one', async (_kind, state) => {
      const callback = await aboutToComeBack();
      callback.searchParams.set('state', state);
      await expectNothingTold(callback);
    });

    it('is refused if it is missing', async () => {
      const callback = await aboutToComeBack();
      callback.searchParams.delete('state');
      await expectNothingTold(callback);
    });

    it('is refused if it is repeated', async () => {
      const callback = await aboutToComeBack();
      callback.searchParams.append('state', callback.searchParams.get('state') ?? '');
      await expectNothingTold(callback);
    });

    it('is refused if it is its stored hash', async () => {
      const callback = await aboutToComeBack();
      const state = callback.searchParams.get('state') ?? '';
      const hash = createHash('sha256').update(state).digest('hex');
      callback.searchParams.set('state', hash);
      await expectNothingTold(callback);
    });

    it('is refused in a browser without a flow, and not used up by that', async () => {
      const callback = await aboutToComeBack();
      const other = new Browser(test);
      await comeBack(other, callback);
      expect(await takeOutcome(other)).toBeNull();
      await expectNobody(other);
      await comeBack(browser, callback);
      expect((await takeOutcome(browser))?.problem).toBe('');
      await test.context.db.deleteFrom('accounts').execute();
    });

    it('is refused in a browser with another flow, so that nobody is signed in as another user', async () => {
      const victim = new Browser(test);
      await authorization(victim);
      await comeBack(victim, await aboutToComeBack());
      expect(await takeOutcome(victim)).toBeNull();
      await expectNobody(victim);
    });

    it.each(['', 'A'.repeat(43)])(
      'is refused in a browser with the flow cookie "%s"',
      async (token) => {
        const callback = await aboutToComeBack();
        const other = new Browser(test);
        other.cookies.set('oauth-flow', token);
        await comeBack(other, callback);
        await expectNobody(other);
      },
    );

    it('works once', async () => {
      const callback = await aboutToComeBack();
      await comeBack(browser, callback);
      expect((await takeOutcome(browser))?.problem).toBe('');
      await browser.call('signOut');
      await test.context.db.deleteFrom('accounts').execute();
      await expectNothingTold(callback);
    });

    it('works once even if the browser returns twice at once', async () => {
      const callback = await aboutToComeBack();
      const url = callback.pathname + callback.search;
      const answers = await Promise.all([1, 2, 3].map(() => browser.send({ method: 'GET', url })));
      const outcomes = answers.map(({ cookies }) =>
        cookies.some(({ name, value }) => name === 'session' && value !== ''),
      );
      expect(outcomes.sort()).toEqual([false, false, true]);
      await test.context.db.deleteFrom('accounts').execute();
    });

    it('works for 15 minutes, and no longer', async () => {
      const started = test.now;
      const callback = await aboutToComeBack();
      test.now = started + 15 * MINUTE;
      await expectNothingTold(callback);
      const second = await aboutToComeBack();
      test.now += 15 * MINUTE - 1;
      await comeBack(browser, second);
      expect((await takeOutcome(browser))?.problem).toBe('');
      await test.context.db.deleteFrom('accounts').execute();
    });

    it('is invalid once the browser begins another flow', async () => {
      const first = await aboutToComeBack();
      const second = await aboutToComeBack();
      await expectNothingTold(first);
      await comeBack(browser, second);
      expect((await takeOutcome(browser))?.problem).toBe('');
      await test.context.db.deleteFrom('accounts').execute();
    });
  });

  describe('a response that does not belong to this flow', () => {
    it('is refused for its nonce', async () => {
      const callback = await aboutToComeBack(browser, ({ searchParams }) =>
        searchParams.set('nonce', 'of another flow'),
      );
      await expectProblem(callback, DID_NOT_WORK);
      expect(loggedFault(test)).toMatchObject({ code: 'OAUTH_JWT_CLAIM_COMPARISON_FAILED' });
    });

    it('is refused without a nonce', async () => {
      const callback = await aboutToComeBack(browser, ({ searchParams }) =>
        searchParams.delete('nonce'),
      );
      await expectProblem(callback, DID_NOT_WORK);
      expect(loggedFault(test)).toMatchObject({ code: 'OAUTH_INVALID_RESPONSE' });
    });

    const HOUR_S = 3600;
    const nowS = Math.floor(Date.now() / 1000);
    it.each([
      ['signed by another', { signature: "another's" }],
      ['not signed', { signature: 'none' }],
      ['for another app', { claims: { aud: 'another app' } }],
      ['of another issuer', { claims: { iss: 'https://evil.example' } }],
      ['that has run out', { claims: { iat: nowS - 2 * HOUR_S, exp: nowS - HOUR_S } }],
    ] as const)('is refused with an ID token %s', async (_kind, tampering) => {
      google.provider.tamperWith(tampering);
      try {
        await expectProblem(await aboutToComeBack(), DID_NOT_WORK);
      } finally {
        google.provider.tamperWith();
      }
    });

    it('would be accepted without these faults', async () => {
      google.provider.tamperWith({});
      try {
        await comeBack(browser, await aboutToComeBack());
      } finally {
        google.provider.tamperWith();
      }
      expect((await takeOutcome(browser))?.problem).toBe('');
      await test.context.db.deleteFrom('accounts').execute();
    });

    it('is refused for its PKCE verifier', async () => {
      const challenge = createHash('sha256').update('of another flow').digest('base64url');
      const callback = await aboutToComeBack(browser, ({ searchParams }) =>
        searchParams.set('code_challenge', challenge),
      );
      await expectProblem(callback, DID_NOT_WORK);
      expect(loggedFault(test)).toMatchObject({ answer: 'invalid_grant' });
    });

    it('is refused with the code of another browser’s flow', async () => {
      const other = new Browser(test);
      const theirs = await aboutToComeBack(other);
      const ours = await aboutToComeBack();
      ours.searchParams.set('code', theirs.searchParams.get('code') ?? '');
      await expectProblem(ours, DID_NOT_WORK);
      expect(loggedFault(test)).toMatchObject({ answer: 'invalid_grant' });
    });

    it('is refused with a used code in a new flow', async () => {
      const used = await aboutToComeBack();
      await comeBack(browser, used);
      expect((await takeOutcome(browser))?.problem).toBe('');
      await browser.call('signOut');
      await test.context.db.deleteFrom('accounts').execute();
      const fresh = await aboutToComeBack();
      fresh.searchParams.set('code', used.searchParams.get('code') ?? '');
      await expectProblem(fresh, DID_NOT_WORK);
      expect(loggedFault(test)).toMatchObject({ answer: 'invalid_grant' });
    });

    it.each([
      ['another issuer', 'iss', 'https://evil.example'],
      ['an ID token', 'id_token', 'A.B.C'],
      ['a JWT response', 'response', 'A.B.C'],
      ['an empty code', 'code', ''],
    ])('is refused with %s', async (_kind, name, value) => {
      const callback = await aboutToComeBack();
      callback.searchParams.set(name, value);
      await expectProblem(callback, DID_NOT_WORK);
    });

    it.each(['code', 'iss'])('is refused without its %s', async (name) => {
      const callback = await aboutToComeBack();
      callback.searchParams.delete(name);
      await expectProblem(callback, DID_NOT_WORK);
    });

    it('is refused with two codes', async () => {
      const callback = await aboutToComeBack();
      callback.searchParams.append('code', 'another');
      await expectProblem(callback, DID_NOT_WORK);
    });
  });
});
