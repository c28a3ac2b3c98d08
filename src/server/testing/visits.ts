import { randomUUID } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, expect } from 'vitest';
import type { SessionUser, VisitOutcome } from '../../contract/entities.ts';
import {
  PROVIDER_KEYS,
  type ProviderKey,
  VISIT_END_PATH,
  type VisitMode,
  type VisitPurpose,
  visitCallbackPath,
  visitStartPath,
} from '../../contract/providers.ts';
import type { Tables } from '../platform/db/tables.ts';
import type { Browser, TestApp } from './app.ts';
import { type OAuthProvider, startOAuthProvider } from './oauth-provider.ts';
import { type OpenIdProvider, startOpenIdProvider } from './openid-provider.ts';

/** Visits to providers that stand in, as a browser with a popup makes them. */

const HOME = 'http://localhost:3000';

/** Whatever plays the person at a provider. */
interface StandIn {
  followSignIn(authorizationUrl: URL | string): Promise<URL>;
}

/** A Google for all the tests of a file or a `describe`; it is there from the first test on. */
export interface Google {
  readonly provider: OpenIdProvider;
  /** Makes someone known to it, who signs in from now on. */
  readonly person: (person?: Partial<GooglePerson>) => GooglePerson;
}

interface GooglePerson {
  readonly subject: string;
  readonly name: string;
  readonly email: string;
  readonly emailVerified: boolean;
}

/** @param settings where to put the settings by which an app finds it */
export function standInForGoogle(settings: Record<string, string>): Google {
  const google = {} as { provider: OpenIdProvider };
  beforeAll(async () => {
    const { PUBLIC_URL = HOME } = settings;
    const redirectUris = [PUBLIC_URL + visitCallbackPath('google')];
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
      const whole = { subject, name: 'Ada Lovelace', email, emailVerified: true, ...person };
      google.provider.accounts.set(whole.subject, whole);
      google.provider.signInAs(whole.subject);
      return whole;
    },
  });
}

/** Facebook, GitHub and X likewise. */
export function standInForOthers(settings: Record<string, string>) {
  const others = {} as { provider: OAuthProvider };
  beforeAll(async () => {
    const redirectUris = PROVIDER_KEYS.map((key) => HOME + visitCallbackPath(key));
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
  readonly purpose?: VisitPurpose;
  readonly mode?: VisitMode;
  readonly id?: string;
  readonly headers?: Record<string, string>;
}

/** Opens the address at which a visit begins. */
export async function begin(browser: Browser, going: Going = {}): Promise<LightMyRequestResponse> {
  const { provider = 'google', purpose = 'signIn', mode = 'popup', headers = {} } = going;
  const { id = randomUUID() } = going;
  const url = visitStartPath(provider);
  return await browser.send({ method: 'GET', url, query: { id, purpose, mode }, headers });
}

/** Begins a visit: the provider's address that the browser is sent to. */
export async function authorization(browser: Browser, going: Going = {}): Promise<URL> {
  const response = await begin(browser, going);
  expect(response.statusCode).toBe(303);
  return new URL(response.headers.location ?? '');
}

/** Comes back from the provider, which always ends on the same screen of ours. */
export async function comeBack(browser: Browser, callback: URL): Promise<LightMyRequestResponse> {
  const response = await browser.send({ method: 'GET', url: callback.pathname + callback.search });
  expect(response.statusCode).toBe(303);
  expect(response.headers.location).toBe(VISIT_END_PATH);
  return response;
}

/** What the screen at the end of a visit is told. */
export async function takeOutcome(browser: Browser): Promise<VisitOutcome | null> {
  const response = await browser.call('takeVisitOutcome');
  expect(response.statusCode).toBe(200);
  return response.json().outcome;
}

/** A whole visit; what it ended with: '' is success, undefined where nothing is told of it. */
export async function visit(
  browser: Browser,
  standIn: StandIn,
  going: Going = {},
): Promise<string | undefined> {
  const callback = await standIn.followSignIn(await authorization(browser, going));
  await comeBack(browser, callback);
  return (await takeOutcome(browser))?.problem;
}

/** Who is signed in; undefined where nobody is. */
export async function whoIsIn(browser: Browser): Promise<SessionUser | undefined> {
  const response = await browser.call('getSession');
  return response.statusCode === 200 ? response.json() : undefined;
}

/** Every row of every table, and every text that is kept sealed, opened: to search for what must not be there. */
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

/** The problem that the log names of the visit that failed last. */
export function loggedFault({ logged }: TestApp): Record<string, unknown> | undefined {
  return logged.findLast(({ msg }) => msg === 'A visit failed');
}
