import { acceptInvitation, invite, openInvitation, test } from './closed-server.ts';
import { newPerson, proveAddress, signUpWith } from './people.ts';
import { expect } from './test.ts';

/** The numbers that the steppers begin at, and the steps that are pressed: [tens, ones]. */
const BEGINS = { upper: 120, lower: 80 };
const PRESSED = {
  lying: { upper: [1, 2], lower: [0, 1] },
  standing: { upper: [-1, 3], lower: [0, -1] },
} as const;

test('a helper enters a sitting before a visit, and the page for the visit shows the difference', async ({
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
  await visit.getByLabel('Day of the visit').fill('2026-11-20');
  await visit.getByLabel('Measure blood pressure for five days before the visit').check();
  await visit.getByRole('button', { name: 'Save' }).click();
  await expect(visit.getByText(/^Your visit on .* is saved\.$/)).toBeVisible();

  await invite(page, helper);
  const other = await openInvitation(helper, { browser, baseURL: baseURL ?? '', services });
  await acceptInvitation(other, helper, 'Patrick');

  await other.getByText('Before the visit, after waking and at bedtime').click();
  const dialog = other.getByRole('dialog', { name: /^Blood pressure/ });
  await expect(dialog.getByText(/^For Patrick /)).toBeVisible();
  async function press(name: string, from: number, by: readonly [number, number]) {
    let shown = from;
    const steps = [
      [10, by[0]],
      [1, by[1]],
    ] as const;
    for (const [size, count] of steps) {
      const what = `${name}, ${size} ${count < 0 ? 'less' : 'more'}`;
      const button = dialog.getByRole('button', { name: what, exact: true });
      for (let left = Math.abs(count); left > 0; left--) {
        await button.click();
        shown += Math.sign(count) * size;
        await expect(
          dialog.getByRole('button', { name: `${name}, ${shown}`, exact: true }),
        ).toBeVisible();
      }
    }
  }
  await press('Upper number, lying', BEGINS.upper, PRESSED.lying.upper);
  await press('Lower number, lying', BEGINS.lower, PRESSED.lying.lower);
  await dialog.getByRole('button', { name: 'Next: standing, 1 minute' }).click();
  await press('Upper number, standing, 1 minute', BEGINS.upper, PRESSED.standing.upper);
  await press('Lower number, standing, 1 minute', BEGINS.lower, PRESSED.standing.lower);
  await dialog.getByRole('button', { name: 'Save' }).click();

  const numberOf = (number: 'upper' | 'lower', position: keyof typeof PRESSED) => {
    const [tens, ones] = PRESSED[position][number];
    return BEGINS[number] + 10 * tens + ones;
  };
  const lying = `${numberOf('upper', 'lying')}/${numberOf('lower', 'lying')}`;
  const changes = (['upper', 'lower'] as const).map((number) => {
    const change = numberOf(number, 'standing') - numberOf(number, 'lying');
    return change < 0 ? `−${-change}` : `+${change}`;
  });
  const today = other.getByRole('region', { name: 'Today' });
  await expect(today.getByText(lying)).toBeVisible();
  await expect(today.getByText('Waiting')).toHaveCount(0);

  await page.goto('/dashboard?visit');
  await page.locator('details').getByText('Blood pressure', { exact: true }).click();
  const table = page.getByRole('table', { name: 'Blood pressure, lying and standing' });
  await expect(table.getByText(lying)).toBeVisible();
  await expect(table.getByText(`(${changes.join('/')})`)).toBeVisible();
  await other.context().close();
});
