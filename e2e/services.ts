import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { oauthCallbackPath } from '../src/contract/providers.ts';
import { type MailServer, startMailServer } from '../src/server/testing/mail-server.ts';
import { type OAuthProvider, startOAuthProvider } from '../src/server/testing/oauth-provider.ts';
import { type OpenIdProvider, startOpenIdProvider } from '../src/server/testing/openid-provider.ts';
import { type PushService, startPushService } from '../src/server/testing/push-service.ts';
import { type SheetsServer, startSheetsServer } from '../src/server/testing/sheets/server.ts';
import { START } from './server.ts';

/** Local mail, OAuth providers, Google Sheets and push service, which a test's server uses. */
export interface Services {
  readonly mail: MailServer;
  readonly google: OpenIdProvider;
  readonly sheets: SheetsServer;
  readonly push: PushService;
  readonly others: OAuthProvider;
  /** The settings with which a server uses these services. */
  readonly settings: Readonly<Record<string, string>>;
  readonly stop: () => Promise<void>;
}

/** @param port the server's port, to which the providers return */
export async function startServices(port: number): Promise<Services> {
  const back = (provider: 'google' | 'facebook' | 'github' | 'twitter') =>
    `http://localhost:${port}${oauthCallbackPath(provider)}`;
  const [mail, google, others, push] = await Promise.all([
    startMailServer({ user: 'tracker', password: 'a mail password' }),
    startOpenIdProvider({ redirectUris: [back('google')] }),
    startOAuthProvider({ redirectUris: [back('facebook'), back('github'), back('twitter')] }),
    startPushService({ clock: () => Date.parse(START) }),
  ]);
  const sheets = await startSheetsServer(google);
  const settings: Record<string, string> = {
    PORT: String(port),
    SMTP_URL: mail.url,
    MAIL_FROM: 'Symptom Tracker <tracker@example.org>',
    PUSH_ORIGIN: push.origin,
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
  return {
    mail,
    google,
    sheets,
    others,
    push,
    settings,
    stop: async () => {
      await Promise.all([mail.stop(), google.stop(), sheets.stop(), others.stop(), push.stop()]);
    },
  };
}

/** Shorter than a test's time-out, so that the error names what is missing. */
const PATIENCE_MS = 30_000;

export interface GoogleUser {
  readonly subject: string;
  readonly name: string;
  readonly email: string;
}

/** Creates a Google account, which becomes the only account on the local Google's page. */
export function newGoogleUser(
  { google }: Services,
  name: string,
  { email = `${randomUUID().slice(0, 8)}@example.org`, emailVerified = true } = {},
): GoogleUser {
  const subject = randomUUID();
  google.accounts.clear();
  google.accounts.set(subject, { name, email, emailVerified, hd: 'example.org' });
  google.showPage();
  return { subject, name, email };
}

/** Waits for the next email to an address, and returns the code in it. */
export async function mailedCode({ mail }: Services, email: string): Promise<string> {
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
