import { tabTo } from './keyboard.ts';
import { nameSymptoms, newPerson, pressStops, signUp } from './people.ts';
import { expect, expectAccessible, test } from './test.ts';

/**
 * The oldest browsers that `vite.config.ts` builds for, on the phones that people have: what they do not know
 * of our style sheets is taken out, as they leave it out themselves.
 */
const UNKNOWN_TO_SOME = [
  [/@container[^{]*/g, '@media not all'],
  [/:has\(/g, ':-unknown('],
] as const;

// It would fetch the style sheets on its own.
test.use({ serviceWorkers: 'block' });

test('the form is filled in as well where the newer parts of CSS are missing', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/Service Worker registration blocked/);
  let takenOut = 0;
  await page.route('**/*.css', async (route) => {
    const response = await route.fetch();
    const newest = await response.text();
    const body = UNKNOWN_TO_SOME.reduce(
      (css, [part, nothing]) => css.replace(part, nothing),
      newest,
    );
    if (body !== newest) takenOut += 1;
    await route.fulfill({ response, body });
  });
  await signUp(page, newPerson('Olga'));
  await nameSymptoms(page, ['Tremor', 'Stiffness']);
  await page.getByRole('tab', { name: 'Symptom Overview' }).click();
  await page.getByRole('button', { name: 'Track Symptoms' }).click();
  expect(takenOut).toBeGreaterThan(0);
  await tabTo(page, page.getByRole('slider', { name: 'Stiffness' }));
  await expectAccessible(page);
  await pressStops(page, [4, 5]);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Form #1 is saved.')).toBeVisible();
});
