import type { Page } from '@playwright/test';
import { calls } from '../src/contract/calls.ts';
import { errors } from '../src/contract/errors.ts';
import {
  addPasskey,
  type Key,
  keep,
  keysOf,
  withAuthenticator,
  withoutAutofill,
} from './authenticator.ts';
import { leaveDialog, press, type } from './keyboard.ts';
import { logOut, newPerson, type Person, proveAddress, signUpWith } from './people.ts';
import { expect, test } from './test.ts';

const passkeyButton = (page: Page) => page.getByRole('button', { name: 'Sign in with a passkey' });

async function signInByPassword(page: Page, { email, password }: Person): Promise<void> {
  await page.goto('/signin');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Continue' }).click();
}

async function newUser(page: Page, name: string): Promise<Person> {
  const person = newPerson(name);
  await signUpWith(page, person, ['Tremor']);
  await proveAddress(person);
  await logOut(page);
  return person;
}

test('the keyboard alone sets up a passkey after a sign-in, and the email field then signs in with it', async ({
  page,
}) => {
  const person = await newUser(page, 'Paula');
  const authenticator = await withAuthenticator(page);
  await signInByPassword(page, person);
  const offer = page.getByRole('region', { name: 'Sign in without a password' });
  await expect(offer).toContainText('Next time, sign in with this phone?');
  const setUp = offer.getByRole('button', { name: 'Set it up' });
  await press(page, setUp);
  await expect(page.getByRole('dialog', { name: 'Sign in with this phone' })).toBeVisible();
  await leaveDialog(page);
  await expect(setUp).toBeFocused();
  await page.keyboard.press('Enter');
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'Continue' }));
  await expect(page.getByText('Done. Next time, press ‘Sign in with a passkey’.')).toBeVisible();
  const made = await keysOf(authenticator);
  expect(made.map((each) => each.isResidentCredential)).toEqual([true]);

  // The virtual authenticator chooses at once what a person would choose in the email field.
  const signedIn = page.waitForResponse(`**${calls.signInWithPasskey.path}`);
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('button', { name: 'Log out', exact: true }).click();
  expect((await signedIn).status()).toBe(200);
  await page.goto('/dashboard?tab=settings&open=ways-in');
  const way = page.getByRole('list', { name: 'Ways to sign in' }).getByRole('listitem').last();
  await expect(way).toContainText('Last used');
  await press(page, way.getByRole('button', { name: /^Rename/ }));
  await type(page, page.getByLabel('Name', { exact: true }), 'Blue phone');
  await page.keyboard.press('Enter');
  await expect(way).toContainText('Blue phone');
});

test('one press signs in, on two accounts, and each failure says what to do', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 40[0-9]/);
  await withoutAutofill(page);
  const authenticator = await withAuthenticator(page);
  const { cdp, authenticatorId } = authenticator;
  const keys: Key[] = [];
  for (const name of ['Pat', 'Quinn']) {
    const person = await newUser(page, name);
    await signInByPassword(page, person);
    // The authenticator has one key at a time, because nobody could choose between two.
    await keep(authenticator);
    await addPasskey(page);
    await logOut(page);
    await press(page, passkeyButton(page));
    await expect(page.getByText(`Welcome, ${name}`, { exact: true })).toBeAttached();
    await logOut(page);
    keys.push(...(await keysOf(authenticator)));
  }
  const [first, second] = keys;
  if (!(first && second)) throw new Error('There are not two keys');

  const failsWith = async (sentence: string) => {
    await passkeyButton(page).click();
    await expect(page.getByRole('alert')).toContainText(sentence);
  };
  // A copy that has counted less than the key.
  await keep(authenticator, { ...second, signCount: 0 });
  await failsWith('This passkey may have been copied, so we did not accept it.');
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
  await keep(authenticator, first);
  await failsWith('You did not finish. Please try again, or use another way.');
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });

  // Nobody touches the phone. The browser gets a second in place of five minutes.
  await page.route(`**${calls.getPasskeyRequest.path}`, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), timeout: 1000 } });
  });
  const touches = (enabled: boolean) =>
    cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
  await touches(false);
  await failsWith('That took more than five minutes. Please try again, or use another way.');
  await touches(true);
  await page.unroute(`**${calls.getPasskeyRequest.path}`);

  // What the browser sends once is worth nothing a second time.
  const sent = page.waitForRequest(`**${calls.signInWithPasskey.path}`);
  await passkeyButton(page).click();
  const data = (await sent).postDataJSON();
  await expect(page.getByText('Welcome, Pat', { exact: true })).toBeAttached();
  const replayed = await page.request.post(calls.signInWithPasskey.path, { data });
  expect(replayed.status()).toBe(errors.passkeyUsed.status);
  expect(await replayed.json()).toEqual({ error: errors.passkeyUsed.message });

  // The person removes the key, but the phone still has it.
  await page.goto('/dashboard?tab=settings&open=ways-in');
  await page.getByRole('button', { name: /^Remove, Passkey/ }).click();
  await page.getByRole('button', { name: /^Remove this passkey/ }).click();
  await expect(page.getByRole('button', { name: /^Remove, Passkey/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Close' }).click();
  await logOut(page);
  await keep(authenticator, first);
  await failsWith('This passkey no longer opens an account here.');

  await page.goto(page.url().replace('localhost', '127.0.0.1'));
  await failsWith('Passkeys do not work at this address. Please use another way.');
});
