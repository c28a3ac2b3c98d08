import { tabTo } from './keyboard.ts';
import { newPerson, pressStops, signUpWith } from './people.ts';
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
  const takenOut = new Set<RegExp>();
  await page.route('**/*.css', async (route) => {
    const response = await route.fetch();
    let body = await response.text();
    for (const [part, nothing] of UNKNOWN_TO_SOME) {
      if (body.match(part)) takenOut.add(part);
      body = body.replace(part, nothing);
    }
    await route.fulfill({ response, body });
  });
  await signUpWith(page, newPerson('Olga'), ['Tremor', 'Stiffness']);
  await page.getByRole('button', { name: 'Track Symptoms' }).click();
  expect(takenOut.size).toBe(UNKNOWN_TO_SOME.length);
  await tabTo(page, page.getByRole('slider', { name: 'Stiffness' }));
  await expectAccessible(page);
  await pressStops(page, [4, 5]);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Form #1 is saved.')).toBeVisible();
});
