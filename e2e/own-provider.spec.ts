import { oauthCallbackPath, SIGNED_OUT_PATH } from '../src/contract/providers.ts';
import { freePort } from '../src/server/testing/free-port.ts';
import { startOpenIdProvider } from '../src/server/testing/openid-provider.ts';
import { startTestServer } from './server.ts';
import { expect, expectAccessible, test } from './test.ts';

test('where only the operator’s provider signs in, it does so at once, but not after a log-out', async ({
  page,
  services,
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
  await expectAccessible(page);

  // The operator's way back.
  await page.goto(`${home}/signin?password=1`);
  await expect(page.getByLabel('Password')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign in with Clinic' })).toBeVisible();
  await expectAccessible(page);
  await server.stop();
  await own.stop();
});
