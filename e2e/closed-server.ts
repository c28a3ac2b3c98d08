import type { Browser, Locator, Page } from '@playwright/test';
import { addPeopleTo, type Person } from './people.ts';
import { START } from './server.ts';
import type { Services } from './services.ts';
import { test as open } from './test.ts';

/** A test on the server where only invited people can create an account. */
export const test = open.extend<{ readonly peopleOfClosedServer: undefined }>({
  baseURL: async ({ closedServer }, use) => use(closedServer.url),
  peopleOfClosedServer: [
    async ({ closedServer, server }, use) => {
      addPeopleTo(closedServer);
      await use(undefined);
      addPeopleTo(server);
    },
    { auto: true },
  ],
});

/** Invites someone who sees the data and logs for the person. @returns the dialog of the helpers */
export async function invite(page: Page, { email }: Person): Promise<Locator> {
  await page.goto('/dashboard?tab=settings&open=helpers');
  const card = page.getByRole('dialog', { name: 'People who help' });
  await card.getByRole('button', { name: 'Invite someone' }).click();
  await card.getByLabel('Their email').fill(email);
  await card.getByLabel('What may they do?').selectOption('See and log my data');
  await card.getByRole('button', { name: 'Invite this person' }).click();
  return card;
}

/** The page of someone who opens the link of an invitation, in a browser of their own. */
export async function openInvitation(
  { email }: Person,
  { browser, baseURL, services }: { browser: Browser; baseURL: string; services: Services },
): Promise<Page> {
  const { text } = await services.mail.nextMail(email);
  const link = /^http\S+$/m.exec(text)?.[0] ?? '';
  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  await page.clock.setFixedTime(START);
  await page.goto(link);
  return page;
}

/** Creates the account of an invited person, and accepts the invitation of `firstName`. */
export async function acceptInvitation(
  page: Page,
  helper: Person,
  firstName: string,
): Promise<void> {
  await page.getByLabel('First name').fill(helper.firstName);
  await page.getByLabel('Last name').fill('Lovelace');
  await page.getByLabel('Choose a password', { exact: true }).fill(helper.password);
  await page.getByRole('button', { name: 'Sign up' }).click();
  await page.getByRole('button', { name: `Help ${firstName}` }).click();
}
