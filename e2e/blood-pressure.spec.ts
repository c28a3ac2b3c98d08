import type { Locator } from '@playwright/test';
import { acceptInvitation, invite, openInvitation, test } from './closed-server.ts';
import { newPerson, proveAddress, signUpWith } from './people.ts';
import { expect } from './test.ts';

/** The days before the visit, the first four from a sheet of paper, and what is pressed on each: its buttons, in order. */
const DAYS = [
  { day: '2026-11-14', lying: ['10 more', '1 more'], standing: ['10 less', '1 more'] },
  { day: '2026-11-15', lying: ['1 less'], standing: ['10 more'] },
  { day: '2026-11-16', lying: ['10 more'], standing: ['1 less', '10 less'] },
  { day: '2026-11-17', lying: ['1 more', '1 more'], standing: ['1 more'] },
  { day: '2026-11-18', lying: ['10 less'], standing: ['1 more', '10 more'] },
] as const;

/** Enters a sitting. @returns what the dialog says that Save will save: 'Lying: 131/79' and so on */
async function enterSitting(
  dialog: Locator,
  { lying, standing }: (typeof DAYS)[number],
): Promise<readonly string[]> {
  async function press(position: string, steps: readonly string[]) {
    // The lower number gets the first step alone, so that the two differ.
    for (const [number, pressed] of [
      ['Upper', steps],
      ['Lower', steps.slice(0, 1)],
    ] as const) {
      for (const step of pressed) {
        await dialog
          .getByRole('button', { name: `${number} number, ${position}, ${step}`, exact: true })
          .click();
      }
    }
  }
  await press('lying', lying);
  await dialog.getByRole('button', { name: 'Next: standing, 1 minute' }).click();
  await press('standing, 1 minute', standing);
  const entered = await dialog.getByText(/^Lying: .*Standing, 1 minute: /).innerText();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog).toBeHidden();
  return entered.match(/\d+\/\d+/g) ?? [];
}

test('a helper enters the five days before a visit, and the page for the visit shows each difference', async ({
  page,
  browser,
  baseURL,
  services,
}) => {
  test.slow();
  const patient = newPerson('Patrick');
  const helper = newPerson('Carla');
  await signUpWith(page, patient, ['Tremor']);
  await proveAddress(patient);
  await page.goto('/dashboard?nextvisit');
  const visit = page.getByRole('dialog', { name: 'Your visit' });
  await visit.getByLabel('Day of the visit').fill('2026-11-19');
  await visit.getByLabel('Measure blood pressure for five days before the visit').check();
  await visit.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/^Your visit on .* is saved\.$/)).toBeVisible();

  await invite(page, helper);
  const other = await openInvitation(helper, { browser, baseURL: baseURL ?? '', services });
  await acceptInvitation(other, helper, 'Patrick');

  const dialog = other.getByRole('dialog', { name: /^Blood pressure/ });
  const sittings: (readonly string[])[] = [];
  await other.goto('/dashboard?paper');
  await other.getByRole('tab', { name: 'Falls, pressure' }).click();
  for (const each of DAYS.slice(0, -1)) {
    await other.getByLabel('Day on the sheet').fill(each.day);
    await other.getByLabel('Time of the fall or reading').fill('07:30');
    await other.getByRole('button', { name: 'Type in blood pressure' }).click();
    await expect(dialog.getByText(/^For Patrick /)).toBeVisible();
    sittings.push(await enterSitting(dialog, each));
    await expect(other.getByRole('region', { name: 'Blood pressure of this day' })).toBeVisible();
  }
  await other.goto('/dashboard');
  await other.getByText('Before the visit, after waking and at bedtime').click();
  await expect(dialog.getByText(/^For Patrick /)).toBeVisible();
  sittings.push(await enterSitting(dialog, DAYS[4]));
  const today = other.getByRole('region', { name: 'Today' });
  await expect(today.getByText(`Lying: ${sittings[4]?.[0]}`)).toBeVisible();
  await expect(today.getByText('Waiting')).toHaveCount(0);

  await page.goto('/dashboard?visit');
  await page.locator('details').getByText('Blood pressure', { exact: true }).click();
  const table = page.getByRole('table', { name: 'Blood pressure, lying and standing' });
  const signed = (change: number) => (change < 0 ? `−${-change}` : `+${change}`);
  for (const [lying = '', standing = ''] of sittings) {
    const [lyingBoth, standingBoth] = [lying, standing].map((text) => text.split('/').map(Number));
    const changes = [0, 1].map((each) =>
      signed((standingBoth?.[each] ?? Number.NaN) - (lyingBoth?.[each] ?? Number.NaN)),
    );
    const row = table.getByRole('row').filter({ hasText: lying });
    await expect(row.getByText(standing)).toBeVisible();
    await expect(row.getByText(`(${changes.join('/')})`)).toBeVisible();
  }
  await expect(table.getByRole('row')).toHaveCount(DAYS.length);
  await other.context().close();
});
