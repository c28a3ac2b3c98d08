import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { errors } from '../../contract/errors.ts';
import { OAUTH_END_PATH } from '../../contract/providers.ts';
import { Browser, testApp } from '../testing/app.ts';
import { onSqlite } from '../testing/databases.ts';
import { freePort } from '../testing/free-port.ts';
import { enlarge, fillDisk } from '../testing/full-disk.ts';
import {
  authorization,
  begin,
  comeBack,
  loggedFault,
  runOAuthFlow,
  standInForGoogle,
  takeOutcome,
  whoIsIn,
} from '../testing/oauth-flows.ts';
import { startOpenIdProvider } from '../testing/openid-provider.ts';
import { expectRefusal } from '../testing/refusals.ts';

const UNREACHABLE = 'Google cannot be reached right now. Please try again.';
const CANCELLED =
  'You did not finish signing in with Google. Please try again, or sign in another way.';
const DID_NOT_WORK = 'Google sign-in did not work. Please try again.';

onSqlite((place) => {
  describe('when Google refuses', () => {
    const settings = {};
    const google = standInForGoogle(settings);
    const test = testApp(place, settings);
    let browser: Browser;

    beforeEach(() => {
      test.logged.length = 0;
      google.person();
      browser = new Browser(test);
    });

    /**
     * Opens the redirect from Google with an error instead of a code, and resolves to the message that the user sees.
     */
    async function messageFor(answer: Record<string, string>): Promise<string | undefined> {
      const callback = await google.provider.followSignIn(await authorization(browser));
      callback.searchParams.delete('code');
      for (const [name, value] of Object.entries(answer)) callback.searchParams.set(name, value);
      const response = await comeBack(browser, callback);
      const set = [response.headers['set-cookie']].flat().join('\n');
      for (const line of set.split('\n'))
        expect(line).toMatch(/^(oauth-flow|oauth-outcome)=[\w%-]*; /);
      expect(await whoIsIn(browser)).toBeUndefined();
      return (await takeOutcome(browser))?.problem;
    }

    it('says that the person cancelled', async () => {
      google.provider.deny();
      expect(await runOAuthFlow(browser, google.provider)).toBe(CANCELLED);
      expect(await whoIsIn(browser)).toBeUndefined();
      expect(browser.cookie).toBeUndefined();
    });

    it.each([
      ['a cancellation', { error: 'access_denied' }, CANCELLED],
      ['an unspecific reason', { error: 'server_error' }, DID_NOT_WORK],
      ['a malformed error code', { error: '\r\nset-cookie: session=A' }, DID_NOT_WORK],
    ])(
      'shows a message of the app for %s, and nothing of Google’s',
      async (_kind, answer, problem) => {
        const error_description = 'No\r\nset-cookie: session=A; path=/evil\r\n\r\n<script>🙂\0';
        expect(await messageFor(answer)).toBe(problem);
        expect(await messageFor({ ...answer, error_description })).toBe(problem);
      },
    );

    it('logs the fault without users’ text or secrets', async () => {
      const words = 'Ada Lovelace must not';
      await messageFor({ error: 'access_denied', error_description: words });
      const fault = { level: 40, provider: 'google', answer: 'access_denied' };
      expect(loggedFault(test)).toMatchObject(fault);
      expect(JSON.stringify(test.logged)).not.toContain(words);
    });

    it('redirects only to the app, without caching, and without a referrer for other sites', async () => {
      const callback = await google.provider.followSignIn(await authorization(browser));
      const response = await comeBack(browser, callback);
      expect(response.body).toBe('');
      expect(response.headers['cache-control']).toBe('no-store');
      expect(response.headers['referrer-policy']).toBe('same-origin');
      expect(response.headers.location).toBe(OAUTH_END_PATH);
    });

    it('never shows the outcome of an earlier flow', async () => {
      google.provider.deny();
      await comeBack(browser, await google.provider.followSignIn(await authorization(browser)));
      // The page has not fetched the outcome of the first flow, and the start of the second flow drops that outcome.
      // The second flow returns with an unknown state, so it has no outcome either.
      const callback = await google.provider.followSignIn(await authorization(browser));
      callback.searchParams.set('state', 'another');
      await comeBack(browser, callback);
      expect(await takeOutcome(browser)).toBeNull();
    });
  });

  describe('when the disk is full', () => {
    const settings = {};
    const google = standInForGoogle(settings);
    const test = testApp(place, settings);
    const NO_ROOM = errors.cannotSave.message;

    beforeEach(() => {
      test.logged.length = 0;
      google.person();
    });

    /** Expects the line that docs/operations.md tells operators to look for, and none about Google. */
    function expectLogged() {
      const lines = test.logged.filter(({ level }) => Number(level) >= 40);
      expect(lines.map(({ msg }) => msg)).toEqual([
        'The database cannot write. Check whether its disk is full or failing',
      ]);
    }

    it('the start of a flow says so, and does not blame Google', async () => {
      const browser = new Browser(test);
      await enlarge(test.context.db, ['insert on oauth_flows']);
      await fillDisk(test.context.db);
      const { statusCode, headers } = await begin(browser);
      expect([statusCode, headers.location]).toEqual([303, OAUTH_END_PATH]);
      expect((await takeOutcome(browser))?.problem).toBe(NO_ROOM);
      expectLogged();
    });

    it('the end of a flow says so, and does not blame Google', async () => {
      const browser = new Browser(test);
      const callback = await google.provider.followSignIn(await authorization(browser));
      await enlarge(test.context.db, ['insert on accounts']);
      await fillDisk(test.context.db);
      await comeBack(browser, callback);
      expect((await takeOutcome(browser))?.problem).toBe(NO_ROOM);
      expect(await whoIsIn(browser)).toBeUndefined();
      expectLogged();
    });
  });

  describe('when Google is unreachable', () => {
    const settings: Record<string, string> = {
      GOOGLE_CLIENT_ID: 'symptom-tracker',
      GOOGLE_CLIENT_SECRET: 'only Google knows',
    };
    let port: number;
    beforeAll(async () => {
      port = await freePort();
      settings.GOOGLE_ISSUER = `http://127.0.0.1:${port}`;
    });
    const test = testApp(place, settings);

    it('says so at the start and at the end of a flow, and works when it is back', async () => {
      const browser = new Browser(test);
      const redirectUris = ['http://localhost:3000/api/auth/google/callback'];

      for (const _time of [1, 2]) {
        const away = await begin(browser);
        expect([away.statusCode, away.headers.location]).toEqual([303, OAUTH_END_PATH]);
        expect((await takeOutcome(browser))?.problem).toBe(UNREACHABLE);
      }

      const account = { name: 'Ada', email: 'ada@example.org', emailVerified: true };
      const first = await startOpenIdProvider({ port, redirectUris });
      first.accounts.set('g-1', account);
      first.signInAs('g-1');
      const callback = await first.followSignIn(await authorization(browser));
      await first.stop();
      await comeBack(browser, callback);
      expect((await takeOutcome(browser))?.problem).toBe(DID_NOT_WORK);
      expect(browser.cookie).toBeUndefined();

      const second = await startOpenIdProvider({ port, redirectUris });
      second.accounts.set('g-1', account);
      second.signInAs('g-1');
      expect(await runOAuthFlow(browser, second)).toBe('');
      expect(await whoIsIn(browser)).toMatchObject({ email: 'ada@example.org' });
      await second.stop();
    });
  });

  describe('when no provider is configured', () => {
    const test = testApp(place);

    it.each(['google', 'facebook', 'github', 'twitter'] as const)(
      'has no page for %s',
      async (provider) => {
        const browser = new Browser(test);
        const nothing = 'Page not found.';
        expectRefusal(await begin(browser, { provider }), 404, nothing);
        expect(browser.cookies.size).toBe(0);
        const url = `/api/auth/${provider}/callback?state=A&code=B`;
        await comeBack(browser, new URL(url, 'http://localhost:3000'));
        expect(await takeOutcome(browser)).toBeNull();
      },
    );

    it('rejects the routes of unknown providers', async () => {
      for (const end of ['start', 'callback']) {
        const url = `/api/auth/myspace/${end}`;
        const { statusCode } = await new Browser(test).send({ method: 'GET', url });
        expect(statusCode).toBe(400);
      }
    });
  });
});
