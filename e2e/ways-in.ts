import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { oauthCallbackPath } from '../src/contract/providers.ts';
import { freePort } from '../src/server/testing/free-port.ts';
import { type MailServer, startMailServer } from '../src/server/testing/mail-server.ts';
import { type OAuthProvider, startOAuthProvider } from '../src/server/testing/oauth-provider.ts';
import { type OpenIdProvider, startOpenIdProvider } from '../src/server/testing/openid-provider.ts';
import { type SheetsServer, startSheetsServer } from '../src/server/testing/sheets/server.ts';
import { startTestServer } from './server.ts';
import { test as base } from './test.ts';

export { expect } from './test.ts';

interface Around {
  readonly mail: MailServer;
  readonly google: OpenIdProvider;
  readonly sheets: SheetsServer;
  readonly others: OAuthProvider;
}

/** A test whose server uses a local mail server, local OAuth providers and a local Google Sheets. */
export const test = base.extend<object, { around: Around; appPort: number }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
  appPort: [async ({}, use) => use(await freePort()), { scope: 'worker' }],
  around: [
    async ({ appPort }, use) => {
      const back = (provider: 'google' | 'facebook' | 'github' | 'twitter') =>
        `http://localhost:${appPort}${oauthCallbackPath(provider)}`;
      const [mail, google, others] = await Promise.all([
        startMailServer({ user: 'tracker', password: 'a mail password' }),
        startOpenIdProvider({ redirectUris: [back('google')] }),
        startOAuthProvider({ redirectUris: [back('facebook'), back('github'), back('twitter')] }),
      ]);
      const sheets = await startSheetsServer(google);
      await use({ mail, google, sheets, others });
      await Promise.all([mail.stop(), google.stop(), sheets.stop(), others.stop()]);
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ appPort, around: { mail, google, sheets, others } }, use) => {
      const settings: Record<string, string> = {
        PORT: String(appPort),
        SMTP_URL: mail.url,
        MAIL_FROM: 'Symptom Tracker <tracker@example.org>',
        GOOGLE_ISSUER: google.issuer,
        GOOGLE_SHEETS_URL: sheets.url,
        GOOGLE_CLIENT_ID: google.clientId,
        GOOGLE_CLIENT_SECRET: google.clientSecret,
      };
      for (const name of ['FACEBOOK', 'GITHUB', 'TWITTER']) {
        settings[`${name}_URL`] = others.origin;
        settings[`${name}_CLIENT_ID`] = others.clientId;
        settings[`${name}_CLIENT_SECRET`] = others.clientSecret;
      }
      const server = await startTestServer(settings);
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
});

/** Shorter than a test's time-out, so that the error names what is missing. */
const PATIENCE_MS = 30_000;

export interface Googler {
  readonly subject: string;
  readonly name: string;
  readonly email: string;
}

/** Creates a Google account, which becomes the only account on the local Google's page. */
export function newGoogler(
  { google }: Around,
  name: string,
  { email = `${randomUUID().slice(0, 8)}@example.org`, emailVerified = true } = {},
): Googler {
  const subject = randomUUID();
  google.accounts.clear();
  google.accounts.set(subject, { name, email, emailVerified });
  google.showPage();
  return { subject, name, email };
}

/** Waits for the next email to an address, and returns the code in it. */
export async function mailedCode({ mail }: Around, email: string): Promise<string> {
  const { text } = await mail.nextMail(email);
  const code = /^\s+(\d{6})$/m.exec(text)?.[1];
  if (!code) throw new Error(`The email contains no code: ${text}`);
  return code;
}

/** Presses a button in a provider's popup, which may close before Playwright reports the press. */
export async function pressIn(popup: Page, name: string): Promise<void> {
  const closed = popup.waitForEvent('close', { timeout: PATIENCE_MS });
  await popup
    .getByRole('button', { name })
    .click({ timeout: PATIENCE_MS })
    .catch((error: unknown) => {
      if (!popup.isClosed()) throw error;
    });
  await closed;
}
