import { randomUUID } from 'node:crypto';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { type CallName, calls } from '../../contract/calls.ts';
import type { NewPasskey, SignedByPasskey } from '../../contract/passkeys.ts';
import { NO_SYMPTOM_ENTERED } from '../../domain/symptoms.ts';
import { DAY_MS, type Instant } from '../../domain/zone.ts';
import { buildApp } from '../app.ts';
import { readConfig } from '../config.ts';
import type { Context } from '../context.ts';
import { type HashCost, Passwords } from '../identity/passwords.ts';
import { addAccount } from '../identity/queries/accounts.ts';
import { addSession } from '../identity/queries/sessions.ts';
import { sessionCookie } from '../identity/sessions.ts';
import { LIMITS, type Limits } from '../limits.ts';
import { makeLog } from '../log.ts';
import { makeContext } from '../make-context.ts';
import { hashOfToken, loadSecrets, randomToken } from '../platform/secrets.ts';
import { openPlace, type Place } from './databases.ts';
import { FACTS } from './facts.ts';
import { takeProcess } from './shared-processes.ts';
import { TIME_ZONE } from './time-zone.ts';

/** The real app on a real database, called without a network. */
export interface TestApp {
  readonly app: FastifyInstance;
  readonly context: Context;
  /** The server's clock, which tests may set. */
  now: Instant;
  /** The lines of the log so far, parsed. */
  readonly logged: Record<string, unknown>[];
}

/** Email is on, but no mail server listens at this URL: emails stay in the outbox, where tests read them. */
const EVERYTHING_ON = { SMTP_URL: 'smtp://localhost:1', STRANGER_LETTERS: '9999' };

/** At the app's own cost, the tests would spend most of their time on password checks. */
export const LOWEST_COST: HashCost = { memory: 8, passes: 1 };

/** The limits in tests. Some are raised, because the tests use few IP addresses and their clocks stand still. */
const TEST_LIMITS: Limits = {
  ...LIMITS,
  widerNetworks: [1, 10_000, 10_000],
  newAccounts: { ...LIMITS.newAccounts, max: 1000 },
  strangersOfAccount: { ...LIMITS.strangersOfAccount, max: 1000 },
  oauthFlows: { ...LIMITS.oauthFlows, max: 1000 },
  importedBytes: { ...LIMITS.importedBytes, max: 2 ** 40 },
  // An injected body never counts as arrived, and one suite sends a large one to each call.
  arrival: { ...LIMITS.arrival, mostBytes: 2 ** 40 },
};

/**
 * An app for all tests of a `describe`. Its clock starts at noon in New York on a Wednesday.
 *
 * @param limits those that differ from `TEST_LIMITS`
 */
export function testApp(
  place: () => Place,
  settings: Record<string, string> = {},
  limits: Partial<Limits> = {},
): TestApp {
  const test = { now: Date.parse('2026-11-18T17:00:00Z'), logged: [] } as unknown as {
    -readonly [Key in keyof TestApp]: TestApp[Key];
  };
  beforeAll(async () => {
    const { dataDir, databaseUrl } = place();
    const read = readConfig({
      ...EVERYTHING_ON,
      ...settings,
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
    });
    // Turn on health links although PUBLIC_URL is not https. With an https URL, the app would refuse a fake push
    // service.
    const config = settings.PUBLIC_URL ? read : { ...read, isReachable: true };
    const log = makeLog('trace', {
      write: (line: string) => void test.logged.push(JSON.parse(line)),
    });
    const db = await openPlace(place());
    const clock = () => test.now;
    const secrets = loadSecrets(dataDir);
    const given = {
      ...{ db, secrets, log, clock },
      passwords: new Passwords(LOWEST_COST),
      limits: { ...TEST_LIMITS, ...limits },
    };
    test.context = makeContext(config, given, takeProcess);
    test.app = await buildApp(test.context);
  });
  afterAll(async () => {
    await test.app.close();
    await test.context.workers.stop();
    await test.context.quickWorkers.stop();
    await test.context.db.destroy();
  });
  return test;
}

const SESSION_COOKIES = ['session', '__Host-session'];

/** A browser as the server sees it: it stores cookies. */
export class Browser {
  readonly #test: TestApp;
  readonly cookies = new Map<string, string>();
  /** The client address of the requests. */
  address = '127.0.0.1';
  /** The header with which the browser describes itself. */
  userAgent: string | undefined;

  constructor(test: TestApp) {
    this.#test = test;
  }

  /** The session cookie, as in a header. */
  get cookie(): string | undefined {
    const pair = [...this.cookies].find(([name]) => SESSION_COOKIES.includes(name));
    return pair?.join('=');
  }

  set cookie(pair: string | undefined) {
    for (const name of SESSION_COOKIES) this.cookies.delete(name);
    const [, name, value] = /^([^=]+)=(.*)$/.exec(pair ?? '') ?? [];
    if (name && value) this.cookies.set(name, value);
  }

  /** Makes a call of the contract with any input, valid or not. */
  async call(name: CallName, input: object = {}): Promise<LightMyRequestResponse> {
    const { method, path } = calls[name];
    return await this.send({
      method,
      url: path,
      ...(method === 'GET'
        ? { query: input as Record<string, string> }
        : { headers: { 'content-type': 'application/json' }, payload: JSON.stringify(input) }),
    });
  }

  async send(request: {
    method: 'GET' | 'POST' | 'OPTIONS' | 'TRACE';
    url: string;
    query?: Record<string, string>;
    headers?: Record<string, string>;
    payload?: string | Buffer;
  }): Promise<LightMyRequestResponse> {
    const response = await this.#test.app.inject({
      ...request,
      remoteAddress: this.address,
      headers: {
        ...request.headers,
        ...(this.userAgent !== undefined && { 'user-agent': this.userAgent }),
        ...(this.cookies.size > 0 && { cookie: this.#header() }),
      },
    });
    for (const { name, value } of response.cookies) {
      if (value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return response;
  }

  #header(): string {
    return [...this.cookies].map((pair) => pair.join('=')).join('; ');
  }
}

export interface TestUser {
  readonly browser: Browser;
  readonly userId: string;
  readonly email: string;
  readonly password: string;
  /** The secret of an invitation, for calls that need one. */
  readonly secret?: string;
  /** The browser's challenge and the mailed code, for calls that need them. */
  readonly proof?: { readonly challenge: string; readonly code: string };
  /** What a passkey of the user signed, or a passkey that was made. */
  readonly signed?: SignedByPasskey;
  readonly made?: NewPasskey;
  readonly wayId?: string | undefined;
  /** A share of the user: the two values with which a reader opens the link. */
  readonly share?: { readonly shareId: string; readonly secret: string };
  /** The id of the session in another browser of the user. */
  readonly sessionId?: string;
  /** The id of a health link of the user. */
  readonly healthLinkId?: string;
}

function succeeded(response: LightMyRequestResponse): LightMyRequestResponse {
  const { statusCode, body } = response;
  if (statusCode >= 300) throw new Error(`Answered with ${statusCode}: ${body}`);
  return response;
}

let users = 0;

/** The password of every fixture account. */
const PASSWORD = 'correct horse battery';
/** The password's Argon2id hash at the lowest cost. */
export const PASSWORD_HASH =
  '$argon2id$v=19$m=8,t=1,p=1$BwcHBwcHBwcHBwcHBwcHBw$Ifvh/2yXZNM2YXLKEULqjsGR8AQJ/t7RaWEEn8uEiG4';
const SESSION_MS = 30 * DAY_MS;

/** A new account, signed in as after signing up, without a profile. */
export async function freshAccount(
  test: TestApp,
  userId: string = randomUUID(),
): Promise<TestUser> {
  users += 1;
  const browser = new Browser(test);
  // Each account has its own client address, so that limits per address do not add up.
  browser.address = `10.1.${users >> 8}.${users & 255}`;
  const { db, config } = test.context;
  const email = `person${users}@example.org`;
  await addAccount(db, { userId, email, passwordHash: PASSWORD_HASH }, test.now);
  const token = randomToken();
  const session = { userId, isNewUser: true, signedInBy: 'password', browser: 'A browser' };
  const times = { tokenHash: hashOfToken(token), expiresAt: test.now + SESSION_MS };
  await addSession(db, { ...session, ...times }, test.now);
  browser.cookies.set(sessionCookie(config.publicUrl), token);
  return { browser, userId, email, password: PASSWORD };
}

/** A new user, signed in, with a profile and optionally with named symptoms. */
export async function freshUser(
  test: TestApp,
  symptoms: string[] = [],
  id?: string,
): Promise<TestUser> {
  const user = await freshAccount(test, id);
  const { browser, userId, email } = user;
  succeeded(await browser.call('createUser', { userId, email, ...PERSON }));
  const slots = symptoms.map((name, index) => [`symptom${index + 1}`, name] as const);
  for (const [symptomKey] of slots.slice(3)) {
    const slot = { userId, action: 'single', symptomKey, symptomValue: NO_SYMPTOM_ENTERED };
    succeeded(await browser.call('updateSymptoms', slot));
  }
  if (slots.length > 0) {
    const names = Object.fromEntries(slots);
    succeeded(await browser.call('updateSymptoms', { userId, action: 'update', ...names }));
  }
  return user;
}

/** The same user, signed in in another browser. */
export async function secondBrowser(test: TestApp, user: TestUser): Promise<TestUser> {
  const browser = new Browser(test);
  succeeded(await browser.call('signIn', { email: user.email, password: user.password }));
  return { ...user, browser };
}

/** What a new person enters. */
export const PERSON = {
  firstName: FACTS.firstName,
  lastName: FACTS.lastName,
  birthday: FACTS.birthday,
  biologicalSex: FACTS.biologicalSex,
  yearsWithParkinsons: 6,
  timeZone: TIME_ZONE,
};

/** The person's facts as the calls return them. */
export const STORED_PERSON = { ...FACTS, yearsWithParkinsons: 6 };

/** Moves the clock for the rest of a test. */
export function wait(test: TestApp, ms: number): void {
  test.now += ms;
  onTestFinished(() => {
    test.now -= ms;
  });
}
