import type { CDPSession, Page } from '@playwright/test';
import { calls } from '../src/contract/calls.ts';
import { logOut, newPerson, type Person, proveAddress, signUpWith } from './people.ts';
import { expect, expectAccessible, test } from './test.ts';

/** Gives the page a phone's authenticator, which has a screen lock. */
async function withAuthenticator(page: Page): Promise<{ cdp: CDPSession; id: string }> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId: id } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { cdp, id };
}

/** The keys in the authenticator. */
async function keysOf(cdp: CDPSession, authenticatorId: string) {
  return (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials;
}
type Key = Awaited<ReturnType<typeof keysOf>>[number];

const passkeyButton = (page: Page) => page.getByRole('button', { name: 'Sign in with a passkey' });

async function signInByPassword(page: Page, { email, password }: Person): Promise<void> {
  await page.goto('/signin');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** The person accepts the offer that follows a sign-in. */
async function addPasskey(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Set it up' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Done. Next time, press ‘Sign in with a passkey’.')).toBeVisible();
}

async function newUser(page: Page, name: string): Promise<Person> {
  const person = newPerson(name);
  await signUpWith(page, person, ['Tremor']);
  await proveAddress(person);
  await logOut(page);
  return person;
}

test('a passkey is offered after a sign-in, and the email field then signs in with it', async ({
  page,
}) => {
  const person = await newUser(page, 'Paula');
  const { cdp, id } = await withAuthenticator(page);
  await signInByPassword(page, person);
  const offer = page.getByRole('region', { name: 'Sign in without a password' });
  await expect(offer).toContainText('Next time, sign in with this phone?');
  await offer.getByRole('button', { name: 'Set it up' }).click();
  await expect(page.getByRole('dialog', { name: 'Sign in with this phone' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Close' }).click();
  await addPasskey(page);
  const made = await keysOf(cdp, id);
  expect(made.map((each) => each.isResidentCredential)).toEqual([true]);

  // The virtual authenticator chooses at once what a person would choose in the email field.
  const signedIn = page.waitForResponse(`**${calls.signInWithPasskey.path}`);
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('button', { name: 'Log out', exact: true }).click();
  expect((await signedIn).status()).toBe(200);
  await page.goto('/dashboard?tab=settings');
  const way = page.getByRole('list', { name: 'Ways to sign in' }).getByRole('listitem').last();
  await expect(way).toContainText('Last used');
  await way.getByRole('button', { name: /^Rename/ }).click();
  await page.getByLabel('Name', { exact: true }).fill('Blue phone');
  await page.getByRole('button', { name: 'Save name' }).click();
  await expect(way).toContainText('Blue phone');
});

test('one press signs in, on two accounts, and each failure says what to do', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 40[34]/);
  // A browser that offers no passkeys in the email field.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
  const { cdp, id: authenticatorId } = await withAuthenticator(page);
  const stored = () => keysOf(cdp, authenticatorId);
  const keep = async (...credentials: Key[]) => {
    for (const { credentialId } of await stored()) {
      await cdp.send('WebAuthn.removeCredential', { authenticatorId, credentialId });
    }
    for (const credential of credentials) {
      await cdp.send('WebAuthn.addCredential', { authenticatorId, credential });
    }
  };
  const keys: Key[] = [];
  for (const name of ['Pat', 'Quinn']) {
    const person = await newUser(page, name);
    await signInByPassword(page, person);
    // The authenticator has one key at a time, because nobody could choose between two.
    await keep();
    await addPasskey(page);
    await logOut(page);
    await passkeyButton(page).click();
    await expect(page.getByText(`Welcome, ${name}`, { exact: true })).toBeAttached();
    await logOut(page);
    keys.push(...(await stored()));
  }
  const [first, second] = keys;
  if (!(first && second)) throw new Error('There are not two keys');

  const failsWith = async (sentence: string) => {
    await passkeyButton(page).click();
    await expect(page.getByRole('alert')).toContainText(sentence);
  };
  // A copy that has counted less than the key.
  await keep({ ...second, signCount: 0 });
  await failsWith('This passkey may have been copied, so we did not accept it.');
  await keep({ ...first, credentialId: 'AAAAAAAAAAAAAAAAAAAAAA==' });
  await failsWith('This passkey no longer opens an account here.');
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
  await keep(first);
  await failsWith('You did not finish. Please try again, or use another way.');
});
