import type { CDPSession, Page } from '@playwright/test';

/** A phone's authenticator in the browser, which has a screen lock and answers every request at once. */
export interface Authenticator {
  readonly cdp: CDPSession;
  readonly authenticatorId: string;
}

export async function withAuthenticator(page: Page): Promise<Authenticator> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { cdp, authenticatorId };
}

/** The keys in the authenticator. */
export async function keysOf({ cdp, authenticatorId }: Authenticator) {
  return (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials;
}
export type Key = Awaited<ReturnType<typeof keysOf>>[number];

/** Gives the authenticator these keys in place of those that it has. */
export async function keep(authenticator: Authenticator, ...keys: Key[]): Promise<void> {
  const { cdp, authenticatorId } = authenticator;
  for (const { credentialId } of await keysOf(authenticator)) {
    await cdp.send('WebAuthn.removeCredential', { authenticatorId, credentialId });
  }
  for (const credential of keys) {
    await cdp.send('WebAuthn.addCredential', { authenticatorId, credential });
  }
}

/** The browser offers no passkeys in the email field. An authenticator without a person would choose one at once. */
export async function withoutAutofill(page: Page): Promise<void> {
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
}

/** The person accepts the offer that follows a sign-in. */
export async function addPasskey(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Set it up' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Done. Next time, press ‘Sign in with a passkey’.').waitFor();
}
