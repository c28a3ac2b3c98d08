import { addPeopleTo, newPerson, proveAddress, signUpWith } from './people.ts';
import { START } from './server.ts';
import { expect, test as open } from './test.ts';

const test = open.extend<{ readonly peopleOfClosedServer: undefined }>({
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

  await page.goto('/dashboard?tab=settings&open=helpers');
  const card = page.getByRole('dialog', { name: 'People who help' });
  await card.getByRole('button', { name: 'Invite someone' }).click();
  await card.getByLabel('Their email').fill(helper.email);
  await card.getByLabel('What may they do?').selectOption('See my data and log for me');
  await card.getByRole('button', { name: 'Invite this person' }).click();
  const { text } = await services.mail.nextMail(helper.email);
  const link = /^http\S+$/m.exec(text)?.[0] ?? '';
  const context = await browser.newContext({ baseURL: baseURL ?? '' });
  const other = await context.newPage();
  await other.clock.setFixedTime(START);
  await other.goto(link);
  await other.getByLabel('First name').fill('Carla');
  await other.getByLabel('Last name').fill('Lovelace');
  await other.getByLabel('Choose a password', { exact: true }).fill(helper.password);
  await other.getByRole('button', { name: 'Sign up' }).click();
  await other.getByRole('button', { name: 'Help Patrick' }).click();

  await other.getByText('Before the visit, after waking and at bedtime').click();
  const dialog = other.getByRole('dialog', { name: /^Blood pressure/ });
  await expect(dialog.getByText(/^For Patrick /)).toBeVisible();
  async function press(name: string, by: readonly [number, number]) {
    const steps = [
      [10, by[0]],
      [1, by[1]],
    ] as const;
    for (const [size, count] of steps) {
      const what = `${name}, ${size} ${count < 0 ? 'less' : 'more'}`;
      const button = dialog.getByRole('button', { name: what, exact: true });
      for (let left = Math.abs(count); left > 0; left--) {
        await button.click();
        // A second press at once could be that of a shaking finger.
        await other.waitForTimeout(700);
      }
    }
  }
  await press('Upper number, lying', PRESSED.lying.upper);
  await press('Lower number, lying', PRESSED.lying.lower);
  await dialog.getByRole('button', { name: 'Next: standing, 1 minute' }).click();
  await press('Upper number, standing, 1 minute', PRESSED.standing.upper);
  await press('Lower number, standing, 1 minute', PRESSED.standing.lower);
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
  await context.close();
});
