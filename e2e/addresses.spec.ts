import { newPerson, signUp } from './people.ts';
import { expect, test } from './test.ts';

// Proxies log URLs and browsers store them in the history, so URLs must not contain personal data.
test('no requested URL contains personal data', async ({ page }) => {
  const person = newPerson('Planted');
  await signUp(page, person);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(decodeURIComponent(request.url())));
  await page.getByRole('tab', { name: 'Overview' }).click();
  await expect(page.getByRole('button', { name: 'Track Symptoms' })).toBeVisible();
  const ofForms = () => asked.filter((url) => url.includes('/api/getUserForms')).length;
  await expect.poll(ofForms).toBeGreaterThan(0);
  await page.reload();
  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Account activity' }).click();
  await expect(page.getByText('Signed in with your password')).toBeVisible();
  expect(asked.filter((url) => /planted|lovelace|steady/i.test(url))).toEqual([]);
});
