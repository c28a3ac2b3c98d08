import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { calls } from '../src/contract/calls.ts';
import { unknownPerson } from '../src/contract/facts.ts';
import { saveSlots } from '../src/domain/slots.ts';
import { addForm } from '../src/server/forms/queries/new-forms.ts';
import { Passwords } from '../src/server/identity/passwords.ts';
import { addAccount, findAccount } from '../src/server/identity/queries/accounts.ts';
import { addSession } from '../src/server/identity/queries/sessions.ts';
import { sessionCookie } from '../src/server/identity/sessions.ts';
import { hashOfToken, randomToken } from '../src/server/platform/secrets.ts';
import { addProfile } from '../src/server/profile/queries/profiles.ts';
import { findSlots, storeSymptoms } from '../src/server/profile/queries/symptoms.ts';
import { TIME_ZONE } from '../src/server/testing/time-zone.ts';
import type { TestServer } from './server.ts';

export interface Person {
  readonly firstName: string;
  readonly email: string;
  readonly password: string;
}

export function newPerson(firstName: string): Person {
  return {
    firstName,
    email: `${firstName.toLowerCase()}-${randomUUID().slice(0, 8)}@example.org`,
    password: 'steady as she goes',
  };
}

let running: TestServer | undefined;

/** Sets the server of this worker. Accounts are added directly to its database. */
export function addPeopleTo(server: TestServer): void {
  running = server;
}

function server(): TestServer {
  if (!running) throw new Error('No server was started');
  return running;
}

/** Fills in the sign-up screen without submitting it. */
export async function fillSignUp(page: Page, person: Person): Promise<void> {
  await page.getByLabel('First Name').fill(person.firstName);
  await page.getByLabel('Last Name').fill('Lovelace');
  await page.getByLabel('Birthday').fill('1951-12-10');
  await page.getByLabel('Biological Sex').selectOption('female');
  await page.getByLabel("Number of Years with Parkinson's").fill('6');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByLabel('Confirm Password').fill(person.password);
}

/** Adds an account to the database and signs in. Ends on the profile, without the welcome dialog. */
export async function signUp(page: Page, person: Person): Promise<void> {
  await addPerson(page, person, []);
  await page.goto('/dashboard?tab=profile');
}

/** Adds an account with symptoms to the database and signs in. Ends on the overview. */
export async function signUpWith(
  page: Page,
  person: Person,
  symptoms: readonly string[],
): Promise<void> {
  await addPerson(page, person, symptoms);
  await page.goto('/dashboard');
}

/**
 * Presses Logout, confirms it, and waits for the sign-in screen.
 *
 * @param confirm the button that confirms it: another one if something is not saved
 */
export async function logOut(page: Page, confirm = 'Log out'): Promise<void> {
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('button', { name: confirm, exact: true }).click();
  // The answer removes the cookie. If the test signed in before it arrived, it would remove the new one.
  await expect(page.getByText('Sign in to your account')).toBeVisible();
}

/** A form logged before the test starts. */
interface PastForm {
  readonly at: string;
  readonly ratings: Readonly<Record<string, number>>;
  readonly notes?: string;
}

/** Adds forms of an account directly to the database, in the given order. */
export async function addForms(email: string, forms: readonly PastForm[]): Promise<void> {
  const { db } = server().context;
  const account = await findAccount(db, email);
  if (!account) throw new Error(`There is no account ${email}`);
  for (const { at, ratings, notes = '' } of forms) {
    const loggedAt = Date.parse(at);
    const form = {
      submissionId: null,
      loggedAt,
      enteredAt: loggedAt,
      timeZone: TIME_ZONE,
      ratings: Object.entries(ratings).map(([name, severity], index) => ({
        slot: index + 1,
        name,
        severity,
        notes: index === 0 ? notes : '',
      })),
    };
    await addForm(db, account.userId, form, loggedAt);
  }
}

/** Marks the address of an account as proven. */
export async function proveAddress({ email }: Person): Promise<void> {
  const accounts = server().context.db.updateTable('accounts');
  await accounts.set({ email_proven: 1 }).where('email', '=', email).execute();
}

/** Adds an account, its profile and its symptoms, and gives the browser a session cookie. */
async function addPerson(page: Page, person: Person, symptoms: readonly string[]): Promise<void> {
  const { db, clock } = server().context;
  const userId = randomUUID();
  const now = clock();
  const passwordHash = await hashOf(person.password);
  expect(await addAccount(db, { userId, email: person.email, passwordHash }, now)).toBe(true);
  const { firstName } = person;
  await addProfile(db, userId, { ...unknownPerson(TIME_ZONE), ...FACTS, firstName }, now);
  if (symptoms.length > 0) {
    const names = Object.fromEntries(symptoms.map((name, index) => [index + 1, name]));
    await db.transaction().execute(async (trx) => {
      const outcome = saveSlots(await findSlots(trx, userId), names);
      if ('refused' in outcome) throw new Error(outcome.refused);
      await storeSymptoms(trx, userId, outcome.state, { now });
    });
  }
  const token = randomToken();
  const tokenHash = hashOfToken(token);
  const session = { tokenHash, userId, isNewUser: false, expiresAt: now + SESSION_MS };
  const signedIn = { ...session, signedInBy: 'password', browser: 'A browser' };
  expect(await addSession(db, signedIn, now)).toBe(true);
  const cookie = { name: sessionCookie(server().url), value: token, url: server().url };
  await page.context().addCookies([{ ...cookie, httpOnly: true, sameSite: 'Lax' }]);
}

const FACTS = {
  lastName: 'Lovelace',
  birthday: '1951-12-10',
  biologicalSex: 'female',
  diagnosedYear: 2020,
} as const;
const SESSION_MS = 30 * 86_400_000;

/** Caches hashes, because hashing is slow on purpose and most test accounts share a password. */
const passwords = new Passwords();
const hashes = new Map<string, Promise<string>>();

async function hashOf(password: string): Promise<string> {
  const known = hashes.get(password) ?? passwords.hash(password);
  hashes.set(password, known);
  return await known;
}

/** Signs in through the API and opens the overview. The sign-in screens have their own tests. */
export async function signIn(page: Page, email: string, password: string): Promise<void> {
  const { path } = calls.signIn;
  const answer = await page.request.post(new URL(path, server().url).href, {
    data: { email, password },
  });
  expect(answer.status()).toBe(200);
  await page.goto('/dashboard');
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
}

/** Enters names in the first slots of the profile, and saves each. */
export async function nameSymptoms(page: Page, names: readonly string[]): Promise<void> {
  for (const [index, name] of names.entries()) {
    const slot = index + 1;
    await page.getByLabel(`Symptom ${slot}`, { exact: true }).fill(name);
    await page.getByRole('button', { name: `Save symptom ${slot}` }).click();
    await expect(page.getByText(`Symptom${slot} saved successfully!`)).toBeVisible();
  }
}

/** Logs a form on the overview with the given severities. */
export async function logForm(page: Page, severities: readonly number[]): Promise<void> {
  await page.getByRole('button', { name: 'Track Symptoms' }).click();
  await pressStops(page, severities);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
}

/** Presses a stop for each of the first symptoms in the open form. */
export async function pressStops(page: Page, severities: readonly number[]): Promise<void> {
  for (const [index, severity] of severities.entries()) {
    const slider = page.getByRole('slider').nth(index);
    await slider.locator('..').getByText(String(severity), { exact: true }).click();
    await expect(slider).toHaveAttribute('aria-valuetext', new RegExp(`^${severity} of 5, `));
  }
}
