import type { Page } from '@playwright/test';
import { calls } from '../src/contract/calls.ts';
import { acceptInvitation, invite, openInvitation, test } from './closed-server.ts';
import { newPerson, pressStops, proveAddress, signUpWith } from './people.ts';
import { expect } from './test.ts';

/** Logs a form for the person whose tracker is shown. */
async function logFor(page: Page, severities: readonly number[]): Promise<void> {
  await page.getByRole('button', { name: 'Track symptoms for Patrick' }).click();
  const form = page.getByRole('dialog', { name: /^Track Your Symptoms For Patrick / });
  await expect(form.getByText(/^For Patrick /)).toBeVisible();
  await pressStops(page, severities);
  await page.getByRole('button', { name: 'Submit' }).click();
}

test('a caregiver is invited, logs for the person online and offline, and is cut off at once', async ({
  page,
  browser,
  baseURL,
  services,
}) => {
  test.slow();
  const patient = newPerson('Patrick');
  const helper = newPerson('Carla');
  await signUpWith(page, patient, ['Tremor', 'Stiffness']);
  await proveAddress(patient);
  const card = await invite(page, helper);
  await expect(card.getByText(`We’ve sent an email to ${helper.email}.`)).toBeVisible();

  // The helper has no account on this server, so the email is an invitation.
  const other = await openInvitation(helper, { browser, baseURL: baseURL ?? '', services });
  const context = other.context();
  await expect(other.getByRole('heading', { name: 'Help Patrick?' })).toBeVisible();
  expect(other.url()).not.toContain('#');
  await acceptInvitation(other, helper, 'Patrick');

  await expect(other.getByText('You are helping Patrick')).toBeVisible();
  await expect(other.getByRole('tab', { name: 'Settings' })).toHaveCount(0);
  await logFor(other, [4, 2]);
  const history = other.getByRole('region', { name: 'Form history' });
  await expect(history.getByText('Entered by Carla Lovelace')).toBeVisible();

  await other.getByRole('link', { name: 'Page for Patrick’s visit' }).click();
  await expect(other.getByText('Entries by Carla Lovelace: 1.')).toBeVisible();
  await other.getByRole('link', { name: 'Overview' }).click();

  await context.setOffline(true);
  await logFor(other, [5, 3]);
  await expect(other.getByText('1 form waits.')).toBeVisible();
  // The app sends the form for Patrick, even while the helper looks at her own tracker.
  await context.setOffline(false);
  await showTracker(other, 'My own tracker');
  await expect(other.getByRole('tab', { name: 'Settings' })).toBeVisible();
  await expect.poll(async () => (await formsOf(page)).length, { timeout: 30_000 }).toBe(2);
  await showTracker(other, 'Patrick’s tracker');
  await expect(history.getByText('Form #2')).toBeVisible();

  await page.goto('/dashboard');
  await expect(
    page.getByRole('region', { name: 'Form history' }).getByText('Entered by Carla Lovelace'),
  ).toBeVisible();

  await page.goto('/dashboard?tab=settings&open=helpers');
  await card.getByRole('button', { name: 'End access, Carla Lovelace' }).click();
  await card.getByRole('button', { name: 'End access now' }).click();
  await expect(card.getByText('Carla Lovelace')).toHaveCount(0);
  const answer = await other.request.get(await formsPath(page));
  expect(answer.status()).toBe(404);
  await other.reload();
  await expect(other.getByText('Patrick')).toHaveCount(0);
  await expect(other.getByRole('button', { name: 'Track Symptoms' })).toBeVisible();
  const { subject } = await services.mail.nextMail(patient.email);
  expect(subject).toMatch(/helps with your tracker/);
  await context.close();
});

/** Opens another tracker with the button below the header. */
async function showTracker(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Change the tracker' }).click();
  await page.getByRole('dialog').getByRole('button', { name }).click();
}

/** The path of the call that reads the forms of the person who is signed in on a page. */
async function formsPath(page: Page): Promise<string> {
  const { id } = await (await page.request.get(calls.getSession.path)).json();
  return `${calls.getUserForms.path}?userId=${id}`;
}

async function formsOf(page: Page): Promise<unknown[]> {
  return await (await page.request.get(await formsPath(page))).json();
}
