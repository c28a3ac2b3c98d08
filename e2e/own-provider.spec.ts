import type { Page } from '@playwright/test';
import { oauthCallbackPath, SIGNED_OUT_PATH } from '../src/contract/providers.ts';
import { freePort } from '../src/server/testing/free-port.ts';
import { startOpenIdProvider } from '../src/server/testing/openid-provider.ts';
import { press, type } from './keyboard.ts';
import { addPeopleTo, newPerson, signUpWith } from './people.ts';
import { startTestServer } from './server.ts';
import { expect, test } from './test.ts';

/** In the order that lets no page of the app notice it: it would start a sign-in by itself. */
async function forgetPerson(page: Page): Promise<void> {
  await page.goto('about:blank');
  await page.context().clearCookies();
}

test('where only the operator’s provider signs in, it does so at once, but not after a log-out', async ({
  page,
  services,
  server: shared,
}) => {
  const port = await freePort();
  const home = `http://localhost:${port}`;
  const own = await startOpenIdProvider({
    redirectUris: [home + oauthCallbackPath('oidc')],
    postLogoutUris: [home + SIGNED_OUT_PATH],
  });
  own.accounts.set('ada', {
    name: 'Ada Lovelace',
    email: 'ada@clinic.example',
    emailVerified: true,
  });
  const server = await startTestServer({
    ...services.settings,
    PORT: String(port),
    OIDC_ISSUER: own.issuer,
    OIDC_CLIENT_ID: own.clientId,
    OIDC_CLIENT_SECRET: own.clientSecret,
    OIDC_NAME: 'Clinic',
    OIDC_ONLY: 'true',
  });
  await page.goto(`${server.url}/dashboard`);
  await page.getByRole('button', { name: 'Continue as Ada Lovelace' }).click();
  await expect(page).toHaveURL(/dashboard\?tab=profile$/);
  await page.getByRole('dialog').getByRole('button').last().click();

  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('button', { name: 'Log out', exact: true }).click();
  await page.getByRole('button', { name: 'Yes, sign me out' }).click();
  await expect(page).toHaveURL(home + SIGNED_OUT_PATH);
  await expect(page.getByRole('button', { name: 'Sign in with Clinic' })).toBeVisible();
  await expect(page.getByLabel('Password')).toBeHidden();

  // Somebody with an account from before proves once that it is theirs, with the keyboard alone.
  const former = newPerson('Grace');
  addPeopleTo(server);
  await forgetPerson(page);
  await signUpWith(page, former, ['Tremor']);
  addPeopleTo(shared);
  await forgetPerson(page);
  own.accounts.set('former', { name: 'Grace Marsh', email: former.email, emailVerified: true });
  own.signInAs('former');
  await page.goto(`${home}${SIGNED_OUT_PATH}`);
  await press(page, page.getByRole('button', { name: 'Sign in with Clinic' }));
  await type(page, page.getByLabel('The password of that account'), former.password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Welcome, Grace', { exact: true })).toBeAttached();
  await forgetPerson(page);
  await page.goto(`${home}${SIGNED_OUT_PATH}`);
  await press(page, page.getByRole('button', { name: 'Sign in with Clinic' }));
  await expect(page.getByText('Welcome, Grace', { exact: true })).toBeAttached();
  await forgetPerson(page);

  // The operator's way back.
  await page.goto(`${home}/signin?password=1`);
  await expect(page.getByLabel('Password')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign in with Clinic' })).toBeVisible();
  await server.stop();
  await own.stop();
});
