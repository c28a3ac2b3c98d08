import type { Letter } from '../platform/mail/letters.ts';
import type { Browser, TestApp, TestUser } from './app.ts';

/** The unsent emails to an address, in the order in which they expire. So emails of one kind are in order of age. */
export async function lettersTo({ context }: TestApp, email: string): Promise<Letter[]> {
  const { db, secrets } = context;
  const mails = await db
    .selectFrom('jobs')
    .select('sealed')
    .where('target_hash', '=', secrets.keyedHash(email))
    .where('kind', 'in', ['mail', 'mailWithReport'])
    .orderBy('expires_at')
    .execute();
  return mails.map(({ sealed }) => JSON.parse(secrets.open(sealed)).letter);
}

/** Proves that a person receives the email of an address: the browser's challenge and the mailed code. */
export interface Proof {
  readonly challenge: string;
  readonly code: string;
}

/** The code in the latest unsent email to an address. Emails without a code are skipped. */
export async function mailedCode(test: TestApp, email: string): Promise<string> {
  const letter = (await lettersTo(test, email)).findLast((each) => 'code' in each);
  if (!letter) throw new Error(`No email with a code is queued for ${email}`);
  return letter.code;
}

/** Requests a password reset and reads its code. */
export async function askForReset(
  test: TestApp,
  { browser, email }: Pick<TestUser, 'browser' | 'email'>,
): Promise<Proof> {
  const input = { email, newPassword: NEW_PASSWORD };
  const { challenge } = (await browser.call('resetPassword', input)).json();
  return { challenge, code: await mailedCode(test, email) };
}

/** Requests a change of email and reads its code. */
export async function askForChange(
  test: TestApp,
  { browser, userId, password }: TestUser,
  email: string,
): Promise<Proof> {
  const answer = await browser.call('changeEmail', { userId, email, password });
  return { challenge: answer.json().challenge, code: await mailedCode(test, email) };
}

/** Requests a code that proves that the account is the user's, and reads it. */
export async function askForProof(
  test: TestApp,
  { browser, userId, email }: Pick<TestUser, 'browser' | 'userId' | 'email'>,
): Promise<Proof> {
  const { challenge } = (await browser.call('proveOwner', { userId })).json();
  return { challenge, code: await mailedCode(test, email) };
}

/** Proves with a mailed code that the account is the user's. */
export async function proveByCode(
  test: TestApp,
  user: Pick<TestUser, 'browser' | 'userId' | 'email'>,
): Promise<void> {
  const { browser, userId } = user;
  const proof = await askForProof(test, user);
  const { statusCode, body } = await browser.call('proveOwner', { userId, ...proof });
  if (statusCode !== 200) throw new Error(`Answered with ${statusCode}: ${body}`);
}

/** Requests a sign-in link and reads its parameters. */
export async function askForLink(
  test: TestApp,
  { browser, email }: Pick<TestUser, 'browser' | 'email'>,
): Promise<Proof> {
  await browser.call('sendSignInLink', { email });
  const letters = await lettersTo(test, email);
  const letter = letters.findLast(({ kind }) => kind === 'signInLink');
  if (letter?.kind !== 'signInLink') throw new Error(`No email with a link is queued for ${email}`);
  const { challenge = '', code = '' } = linkIn(letter.link);
  return { challenge, code };
}

/** The secret with which the former address of a user gets the account back, from the latest letter about the change. */
export async function undoSecretFor(
  test: TestApp,
  { email }: Pick<TestUser, 'email'>,
): Promise<string> {
  const letter = (await lettersTo(test, email)).findLast(({ kind }) => kind === 'emailChanged');
  if (letter?.kind !== 'emailChanged') throw new Error(`No change is announced to ${email}`);
  return linkIn(letter.undoLink ?? '').secret ?? '';
}

/** The values that a link to sign in carries, as the page sends them to `signInWithLink`. */
export function linkIn(url: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(new URL(url).hash.slice(1)));
}

export const NEW_PASSWORD = 'a new horse 47';

/** Requests a code that proves an address, by default the user's own, and reads it. */
export async function askForAddressProof(
  test: TestApp,
  { browser, userId, email }: Pick<TestUser, 'browser' | 'userId' | 'email'>,
): Promise<Proof> {
  const { challenge } = (await browser.call('proveAddress', { userId, email })).json();
  return { challenge, code: await mailedCode(test, email) };
}

/** Resets the password of an address, in a browser that knows nothing of its account. */
export async function resetBy(test: TestApp, browser: Browser, email: string): Promise<void> {
  const proof = await askForReset(test, { browser, email });
  const input = { email, newPassword: NEW_PASSWORD, ...proof };
  const { statusCode, body } = await browser.call('resetPassword', input);
  if (statusCode !== 200) throw new Error(`Answered with ${statusCode}: ${body}`);
}
