import type { Form } from '../../contract/entities.ts';
import type { TestUser } from './app.ts';

/** The entries of a form as the dialog submits them. */
export const ENTRIES = {
  symptom1: { name: 'Tremor', severity: 4, notes: 'After coffee' },
  symptom2: { name: 'Stiffness', severity: 2, notes: '' },
};

/** Saves a form and answers with it. */
export async function savedForm(
  { browser, userId }: TestUser,
  formData: object = ENTRIES,
): Promise<Form> {
  return (await browser.call('saveSymptomForm', { userId, formData })).json();
}

/** All forms of a user, as they are listed. */
export async function formsOf({ browser, userId }: TestUser): Promise<Form[]> {
  return (await browser.call('getUserForms', { userId })).json();
}
