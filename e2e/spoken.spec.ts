import type { Page } from '@playwright/test';
import { nameSymptoms, newPerson, signIn, signUp } from './people.ts';
import { expect, test } from './test.ts';

/**
 * Records the texts that a screen reader speaks unasked: changes of existing live regions, new alerts, and
 * messages that receive the focus. It ignores loading indicators and content behind an open dialog.
 */
async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const PLACES = '[role=status], [role=alert], [aria-live=polite], [aria-live=assertive]';
    const spoken: string[] = [];
    const known = new Map<Element, string>();
    const look = () => {
      for (const place of document.querySelectorAll(PLACES)) {
        const text = place.textContent?.trim() ?? '';
        const isNew = !known.has(place);
        if (text === known.get(place)) continue;
        known.set(place, text);
        const dialog = document.querySelector('dialog[open]');
        const isBehind = dialog !== null && !dialog.contains(place);
        if (!text || place.matches('.loading') || isBehind || place.closest('[inert]')) continue;
        const isHeard = !isNew || place.matches('[role=alert]');
        spoken.push(isHeard ? text : `not spoken: ${text}`);
      }
    };
    look();
    spoken.length = 0;
    addEventListener('focusin', ({ target }) => {
      const place = target as HTMLElement;
      const isMessage = place.tabIndex < 0 && !place.matches('main, h2, dialog');
      if (isMessage) spoken.push(place.textContent ?? '');
    });
    new MutationObserver(look).observe(document.body, {
      childList: true,
      subtree: true,
      characterData: true,
    });
    Object.assign(window, { spoken });
  });
  return () => page.evaluate(() => Reflect.get(window, 'spoken') as string[]);
}

test('a screen reader speaks each event once', async ({ page, context, expectConsoleError }) => {
  expectConsoleError(/ERR_INTERNET_DISCONNECTED|status of 400/);
  await signUp(page, newPerson('Sonya'));
  let heard = await listen(page);
  await nameSymptoms(page, ['Tremor', 'Stiffness', 'Balance']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Your change was undone.')).toBeVisible();
  expect(await heard()).toEqual([
    expect.stringMatching(/^Symptom1 saved successfully!/),
    expect.stringMatching(/^Symptom2 saved successfully!/),
    expect.stringMatching(/^Symptom3 saved successfully!/),
    'Your change was undone.',
  ]);

  await page.getByRole('tab', { name: 'Symptom Overview' }).click();
  await expect(page.getByText('No forms submitted yet.')).toBeVisible();
  heard = await listen(page);
  await page.getByRole('button', { name: 'Track Symptoms' }).click();
  await page.getByRole('slider').first().press('3');
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Continue this form' }).click();
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByRole('button', { name: 'Leave it out' }).click();
  await expect(page.getByText('Saved on this device.')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('Form #1 is saved.')).toBeVisible();
  const kept = 'Saved on this device. Tremor\u00a03.Edit';
  expect(await heard()).toEqual([
    'You closed a form without submitting it. Continue this form',
    'Stiffness is not rated.Leave it outSave it as 1',
    'No connection. Entries from 12:00\u00a0PM. 1 form waits.',
    kept,
    '1 form waits.',
    'Everything is saved.',
    'Form #1 is saved. Tremor\u00a03.Edit',
  ]);
});

test('a screen reader speaks the errors of a form once', async ({ page }) => {
  await page.goto('/signin');
  const heard = await listen(page);
  await page.getByLabel('Email').fill('sonya');
  await page.getByRole('button', { name: 'Continue' }).click();
  const summary = page.getByRole('region', { name: 'Please check' });
  await expect(summary).toBeFocused();
  const faults = ['Email: enter an address like name@example.org', 'Enter your password.'];
  await expect(summary).toHaveAccessibleDescription(faults.join(' '));
  expect(await heard()).toEqual([`Please check these fields:${faults.join('')}`]);
});

test('a screen reader receives names, roles and values', async ({ page, demoPatient }) => {
  await page.goto('/signin');
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Sign in to your account" [level=1]
      - textbox "Email"
      - textbox "Password"
      - button "Show"
      - link "Forgot Password"
      - button "Continue"
      - paragraph: New here?
      - link "Sign up"
      - button "Sign in with Google"
  `);
  await signIn(page, demoPatient.email, demoPatient.password);
  await expect(page.getByText(/^Form #\d+$/)).toBeVisible();
  await expect(page.locator('body')).toMatchAriaSnapshot(`
    - banner:
      - heading "Symptom Tracker" [level=1]
      - button "Aa, text and buttons"
      - button "Logout"
      - tablist "Sections":
        - tab "Symptom Overview" [selected]
        - tab "Profile"
        - tab "Settings"
    - main:
      - tabpanel "Symptom Overview":
        - button "Track Symptoms"
        - region "Today":
          - heading "Today" [level=2]
        - region "Form history":
          - tablist "Form history":
            - tab "Most Recent Form" [selected]
            - tab "Past Forms"
          - tabpanel "Most Recent Form":
            - button /^Edit Form/
        - region "Average Symptom Severity":
          - heading "Average Symptom Severity" [level=2]
          - paragraph: No clear difference.
          - heading "Average Symptom Severity Over Time - Last 7 Days" [level=3]
          - application "Average Symptom Severity Over Time - Last 7 Days"
          - combobox "Timeframe":
            - option "Last 7 days" [selected]
          - button "3 symptoms"
          - button "Refresh"
          - button "Show the numbers"
        - region "Symptom Time Analysis":
          - heading "Symptom Time Analysis" [level=2]
          - combobox "Timeframe"
    - contentinfo
  `);
  await page.getByRole('button', { name: 'Track Symptoms' }).click();
  await page.getByRole('slider', { name: 'Tremor' }).press('4');
  await expect(page.getByRole('dialog')).toMatchAriaSnapshot(`
    - dialog "Track Your Symptoms":
      - heading "Track Your Symptoms" [level=2]
      - button "Close"
      - button "Change the time"
      - heading "Tremor" [level=3]
      - button "Add a note for Tremor"
      - slider "Tremor": "4"
      - heading "Stiffness" [level=3]
      - slider "Stiffness": "1"
      - button "Submit"
  `);
  await expect(page.getByRole('slider', { name: 'Stiffness' })).toHaveAttribute(
    'aria-valuetext',
    'not rated',
  );
  for (const [tab, heading] of [
    ['Profile', 'Symptoms'],
    ['Settings', 'Data Management'],
  ] as const) {
    await page.goto(`/dashboard?tab=${tab.toLowerCase()}`);
    await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible();
    await expect(page).toHaveTitle(`${tab} – Symptom Tracker`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  }
});
