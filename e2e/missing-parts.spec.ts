import { newPerson, signUpWith } from './people.ts';
import { expect, holdAnswers, test } from './test.ts';

test('if a chunk fails to load, the rest of the page works and a reload loads the chunk', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 404|did not come|dynamically imported/);
  await page.route(/bar-chart-view|settings|form-dialog/, (route) =>
    route.fulfill({ status: 404 }),
  );
  await signUpWith(page, newPerson('Mia'), ['Tremor']);
  await page.getByRole('button', { name: 'Track Symptoms' }).click();
  const told = page.getByText('We couldn’t load this part of the page. Please reload the page.');
  await expect(told.first()).toBeVisible();
  await page.getByRole('tab', { name: 'Profile' }).click();
  await expect(page.getByLabel('Symptom 1', { exact: true })).toHaveValue('Tremor');
  await page.getByRole('tab', { name: 'Settings' }).click();
  await expect(told.filter({ visible: true })).toBeVisible();

  await page.unroute(/bar-chart-view|settings|form-dialog/);
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { name: 'Data Management' })).toBeVisible();
  await page.getByRole('tab', { name: 'Symptom Overview' }).click();
  await page.getByRole('button', { name: 'Track Symptoms' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('a form that loads slowly shows a loading message', async ({ page }) => {
  const goOn = await holdAnswers(page, '**/assets/form-dialog-*.js');
  await signUpWith(page, newPerson('Milo'), ['Tremor']);
  await page.getByRole('button', { name: 'Track Symptoms' }).click();
  // Look only inside the dialog, because the page behind it may show 'Loading...' too.
  await expect(page.locator('.dialog').getByText('Loading...')).toBeInViewport();
  goOn();
  await expect(page.getByRole('slider', { name: 'Tremor' })).toBeVisible();
});

test('if the app’s script fails to load, the page suggests a reload', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 404/);
  await page.route(/main-.*\.js/, (route) => route.fulfill({ status: 404 }));
  await page.goto('/signin');
  const told = page.getByText('This is taking a while. Try reloading the page.');
  await expect(told).toBeHidden();
  // Ends the animation that reveals the message after twenty seconds.
  await told.evaluate((element) => {
    for (const animation of element.getAnimations()) animation.finish();
  });
  await expect(told).toBeVisible();
});
