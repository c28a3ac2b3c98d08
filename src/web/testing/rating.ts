import { expect } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { see } from './screen.ts';

/** Steps in the form's dialog. */

export const slider = (name: string): Locator => page.getByRole('slider', { name });

export async function expectSeverity(name: string, severity: number): Promise<void> {
  await expect
    .element(slider(name))
    .toHaveAttribute('aria-valuetext', expect.stringMatching(`^${severity} of 5, `));
}

/** Presses a severity of a symptom. */
export async function rate(name: string, severity: number): Promise<void> {
  await see(slider(name));
  const stop = slider(name).element().parentElement?.querySelectorAll('button, .stop')[
    severity - 1
  ];
  if (!stop) throw new Error(`There is no stop ${severity}`);
  await page.elementLocator(stop).click();
  await expectSeverity(name, severity);
}

/** An answer that is held until a promise resolves. */
export function after<Answer>(held: Promise<void>, answer: () => Answer): () => Promise<Answer> {
  return async () => {
    await held;
    return answer();
  };
}
