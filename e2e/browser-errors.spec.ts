import { calls } from '../src/contract/calls.ts';
import { endpoints } from '../src/contract/endpoints.ts';
import { newPerson, signUpWith } from './people.ts';
import { expect, test } from './test.ts';

test('an error in the built app is reported with its places in the files of the build', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/Planted/);
  const reports: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith(calls.reportError.path)) reports.push(request.postData() ?? '');
  });
  await signUpWith(page, newPerson('Erin'), ['Tremor']);
  // The app calls `replaceState` when a tab is chosen, so with this replacement the next choice fails.
  await page.evaluate(() => {
    history.replaceState = () => {
      throw new TypeError("Cannot read properties of undefined (reading 'Planted')");
    };
  });
  const answered = page.waitForResponse(`**${calls.reportError.path}`);
  await page.getByRole('tab', { name: 'Settings' }).click();
  expect((await answered).status()).toBe(200);
  const report = endpoints.reportError.input.parse(JSON.parse(reports[0] ?? ''));
  expect(report).toMatchObject({
    type: 'TypeError',
    message: 'Cannot read properties of undefined',
    browser: expect.stringMatching(/^Chrome \d+ on /),
  });
  expect(reports.join()).not.toContain('Planted');
});
