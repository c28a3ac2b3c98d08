import { expect } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import type { Parsed } from '../../contract/endpoints.ts';
import type { Form } from '../../contract/entities.ts';
import { makeForm } from './person.ts';
import { see } from './screen.ts';

/** Helpers for tests that use the form's dialog. */

export const slider = (name: string): Locator => page.getByRole('slider', { name });

/** @param severity undefined to expect that the symptom is not rated */
export async function expectSeverity(name: string, severity: number | undefined): Promise<void> {
  const spoken = severity === undefined ? '^not rated$' : `^${severity} of 5, `;
  await expect
    .element(slider(name))
    .toHaveAttribute('aria-valuetext', expect.stringMatching(spoken));
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

/** An answer that is delayed until a promise resolves. */
export function after<Answer>(held: Promise<void>, answer: () => Answer): () => Promise<Answer> {
  return async () => {
    await held;
    return answer();
  };
}

type Saved = Parsed<'saveSymptomForm'>;

/** Answers `saveSymptomForm` as the server does. */
export function save(formNumber: number) {
  return ({ formData, loggedAt }: Pick<Saved, 'formData' | 'loggedAt'>): Form => {
    const enteredAt = new Date().toISOString();
    const ratings = Object.entries(formData).map(
      ([key, { name, severity, notes = '' }]) => [key, { name, severity, notes }] as const,
    );
    return {
      ...makeForm(formNumber, loggedAt ?? enteredAt, {}, { enteredAt }),
      symptoms: ratings.map(([, { name }]) => name),
      symptomData: Object.fromEntries(ratings),
    };
  };
}
