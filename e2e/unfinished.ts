import type { Page } from '@playwright/test';
import { newPerson, type Person, pressStops, signUpWith } from './people.ts';
import { expect } from './test.ts';

const KEPT = 'We kept your unfinished form.';

export async function begin(page: Page): Promise<Person> {
  const person = newPerson('Keeta');
  await signUpWith(page, person, ['Tremor', 'Stiffness']);
  return person;
}

/** Opens a form, rates both symptoms and adds a note. */
export async function fillForm(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Track Symptoms' }).click();
  await pressStops(page, [4, 2]);
  await page.getByRole('button', { name: 'Add a note for Stiffness' }).click();
  await page.getByLabel('Notes for Stiffness').fill('After sitting for long');
}

export async function expectFilled(page: Page): Promise<void> {
  await expect(page.getByText(KEPT)).toBeVisible();
  await expect(page.getByRole('slider').nth(0)).toHaveAttribute('aria-valuetext', '4 of 5, Strong');
  await expect(page.getByRole('slider').nth(1)).toHaveAttribute('aria-valuetext', '2 of 5, Mild');
  await expect(page.getByLabel('Notes for Stiffness')).toHaveValue('After sitting for long');
}

export async function submit(page: Page, number = 1): Promise<void> {
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText(`Form #${number} is saved.`)).toBeVisible();
}

/** Submits a form whose request or answer is lost. */
export async function submitUnsent(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Saved on this device.')).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
}

/** Expects that no window holds the lock of a draft. */
export async function expectNothingHeld(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(async () => (await navigator.locks.query()).held?.length))
    .toBe(0);
}

/** Waits until the browser has stored a text, because a draft is stored with a delay after typing. */
export async function expectStored(page: Page, text: string): Promise<void> {
  await expect.poll(() => stored(page, 'symptom-tracker-device', 'entries')).toContain(text);
}

/** Waits until the browser has stored an answer that contains a text. */
export async function expectKept(page: Page, text: string): Promise<void> {
  await expect.poll(() => stored(page, 'symptom-tracker-answers', 'answers')).toContain(text);
}

/** All records of a store in IndexedDB, as JSON; '' if the app has not created the database yet. */
async function stored(page: Page, database: string, store: string): Promise<string> {
  return await page.evaluate(
    async ([name, records]) => {
      const databases = await indexedDB.databases();
      if (!databases.some((each) => each.name === name)) return '';
      return await new Promise<string>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const look = opening.result.transaction(records).objectStore(records).getAll();
          look.onsuccess = () => {
            opening.result.close();
            resolve(JSON.stringify(look.result));
          };
        };
      });
    },
    [database, store] as const,
  );
}
