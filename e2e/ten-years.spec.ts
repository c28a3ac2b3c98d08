import type { Page } from '@playwright/test';
import { logOut, signIn } from './people.ts';
import { expect, test } from './test.ts';
import { addYearsOfForms } from './years.ts';

/** The data that the dashboard loads must not grow with the number of forms. */
test('with ten years of forms the dashboard loads no more than with fourteen weeks', async ({
  page,
  server,
}) => {
  const long = await addYearsOfForms(server.context, 3653);
  const short = await addYearsOfForms(server.context, 98);
  const bytesLong = await bytesOfDashboard(page, long);
  await logOut(page);
  const bytesShort = await bytesOfDashboard(page, short);
  expect(long.forms).toBeGreaterThan(10_900);
  expect(bytesShort).toBeGreaterThan(5000);
  // The answers differ in size only because form numbers have more digits: Form #10959 against Form #147.
  expect(bytesLong / bytesShort).toBeLessThan(1.02);
});

/** The uncompressed size of all data that the dashboard loads (bytes). */
async function bytesOfDashboard(
  page: Page,
  person: { email: string; password: string },
): Promise<number> {
  const lastMonths = /from=[^&]*&limit=/;
  // Waits for the forms of the last months, which the page fetches at the end. Otherwise this request would count as one
  // of the reload.
  const settled = page.waitForResponse((response) => lastMonths.test(response.url()));
  await signIn(page, person.email, person.password);
  await expectCharts(page);
  await (await settled).finished();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const answers = [/\/dashboard$/, lastMonths].map((part) =>
    page.waitForResponse((response) => part.test(response.url())),
  );
  await page.reload();
  const bodies = await Promise.all(answers.map(async (answer) => (await answer).body()));
  await expectCharts(page);
  page.removeAllListeners('request');
  // The page itself contains the profile and the first page of the history, from which both charts are drawn. The
  // request is for the months that the device stores.
  expect(asked.filter((url) => url.includes('/api/getUserForms'))).toHaveLength(1);
  return bodies.reduce((sum, body) => sum + body.length, 0);
}

async function expectCharts(page: Page): Promise<void> {
  await expect(page.getByText('Form #').first()).toBeVisible();
  await expect(page.getByRole('img')).toHaveCount(2);
}
