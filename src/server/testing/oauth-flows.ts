import { randomUUID } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, expect } from 'vitest';
import type { OAuthOutcome, SessionUser } from '../../contract/entities.ts';
import {
  OAUTH_END_PATH,
  type OAuthMode,
  type OAuthPurpose,
  oauthCallbackPath,
  oauthStartPath,
  PROVIDER_KEYS,
  type ProviderKey,
} from '../../contract/providers.ts';
import type { Tables } from '../platform/db/tables.ts';
import type { Browser, TestApp } from './app.ts';
import { type OAuthProvider, startOAuthProvider } from './oauth-provider.ts';
import { type OpenIdProvider, startOpenIdProvider } from './openid-provider.ts';

/** OAuth flows at fake providers, as a browser with a popup runs them. */

const HOME = 'http://localhost:3000';

/** A fake provider that also acts as the person and the browser on its pages. */
interface StandIn {
  followSignIn(authorizationUrl: URL | string): Promise<URL>;
}

/** A fake Google for all tests of a file or a `describe`, started before the first test. */
export interface Google {
  readonly provider: OpenIdProvider;
  /** Adds an account to the fake Google. Later authorization requests succeed at once as this account. */
  readonly person: (person?: Partial<GooglePerson>) => GooglePerson;
}

interface GooglePerson {
  readonly subject: string;
  readonly name: string;
  readonly email: string;
  readonly emailVerified: boolean;
  /** The domain of the Workspace that manages the account, which is why Google vouches for the address. */
  readonly hd: string | undefined;
}

/** @param settings receives the settings that connect an app to the fake Google */
export function standInForGoogle(settings: Record<string, string>): Google {
  const google = {} as { provider: OpenIdProvider };
  beforeAll(async () => {
    const { PUBLIC_URL = HOME } = settings;
    const redirectUris = [PUBLIC_URL + oauthCallbackPath('google')];
    google.provider = await startOpenIdProvider({ redirectUris });
    const { issuer, clientId, clientSecret } = google.provider;
    settings.GOOGLE_ISSUER = issuer;
    settings.GOOGLE_CLIENT_ID = clientId;
    settings.GOOGLE_CLIENT_SECRET = clientSecret;
  });
  afterAll(() => google.provider.stop());
  return Object.assign(google, {
    person(person: Partial<GooglePerson> = {}) {
      const subject = `g-${randomUUID()}`;
      const email = `${subject}@example.org`;
      const verified = { emailVerified: true, hd: 'example.org' };
      const whole = { subject, name: 'Ada Lovelace', email, ...verified, ...person };
      google.provider.accounts.set(whole.subject, whole);
      google.provider.signInAs(whole.subject);
      return whole;
    },
  });
}

/** Like `standInForGoogle`, but for Facebook, GitHub and X. */
export function standInForOthers(settings: Record<string, string>) {
  const others = {} as { provider: OAuthProvider };
  beforeAll(async () => {
    const redirectUris = PROVIDER_KEYS.map((key) => HOME + oauthCallbackPath(key));
    others.provider = await startOAuthProvider({ redirectUris });
    for (const name of ['FACEBOOK', 'GITHUB', 'TWITTER']) {
      settings[`${name}_URL`] = others.provider.origin;
      settings[`${name}_CLIENT_ID`] = others.provider.clientId;
      settings[`${name}_CLIENT_SECRET`] = others.provider.clientSecret;
    }
  });
  afterAll(() => others.provider.stop());
  return others;
}

interface Going {
  readonly provider?: ProviderKey;
  readonly purpose?: OAuthPurpose;
  readonly mode?: OAuthMode;
  readonly id?: string;
  readonly headers?: Record<string, string>;
}

/** Requests the URL that starts an OAuth flow. */
export async function begin(browser: Browser, going: Going = {}): Promise<LightMyRequestResponse> {
  const { provider = 'google', purpose = 'signIn', mode = 'popup', headers = {} } = going;
  const { id = randomUUID() } = going;
  const url = oauthStartPath(provider);
  return await browser.send({ method: 'GET', url, query: { id, purpose, mode }, headers });
}

/** Starts an OAuth flow and returns the authorization URL. */
export async function authorization(browser: Browser, going: Going = {}): Promise<URL> {
  const response = await begin(browser, going);
  expect(response.statusCode).toBe(303);
  return new URL(response.headers.location ?? '');
}

/** Requests the redirect URI, which always redirects to the same screen of the app. */
export async function comeBack(browser: Browser, callback: URL): Promise<LightMyRequestResponse> {
  const response = await browser.send({ method: 'GET', url: callback.pathname + callback.search });
  expect(response.statusCode).toBe(303);
  expect(response.headers.location).toBe(OAUTH_END_PATH);
  return response;
}

/** Reads the outcome, as the screen at the end of a flow does. */
export async function takeOutcome(browser: Browser): Promise<OAuthOutcome | null> {
  const response = await browser.call('takeOAuthOutcome');
  expect(response.statusCode).toBe(200);
  return response.json().outcome;
}

/** Runs a whole OAuth flow and returns its problem: '' after success, undefined without an outcome. */
export async function runOAuthFlow(
  browser: Browser,
  standIn: StandIn,
  going: Going = {},
): Promise<string | undefined> {
  const callback = await standIn.followSignIn(await authorization(browser, going));
  await comeBack(browser, callback);
  return (await takeOutcome(browser))?.problem;
}

/** The signed-in user; undefined if nobody is signed in. */
export async function whoIsIn(browser: Browser): Promise<SessionUser | undefined> {
  const response = await browser.call('getSession');
  return response.statusCode === 200 ? response.json() : undefined;
}

/** Every row of every table, and every sealed text decrypted, to search for texts that must not be stored. */
export async function everythingKept({ context: { db, secrets } }: TestApp): Promise<{
  readonly rows: string;
  readonly opened: string;
}> {
  const tables = await db.introspection.getTables();
  const rows: Record<string, unknown>[] = [];
  for (const { name } of tables) {
    rows.push(
      ...(await db
        .selectFrom(name as keyof Tables)
        .selectAll()
        .execute()),
    );
  }
  const sealed = rows.flatMap((row) => (typeof row.sealed === 'string' ? [row.sealed] : []));
  return { rows: JSON.stringify(rows), opened: sealed.map(secrets.open).join('\n') };
}

/** The problem that the log reports for the latest failed flow. */
export function loggedFault({ logged }: TestApp): Record<string, unknown> | undefined {
  return logged.findLast(({ msg }) => msg === 'Provider sign-in failed');
}
