import type { EditedFormData, Form, FormData } from '../../contract/entities.ts';
import { rowIndexOf } from '../../domain/sheet-name.ts';
import { SLOT_NUMBERS, symptomKey } from '../../domain/symptoms.ts';
import { isoOf } from '../../domain/zone.ts';
import type { EditedEntry, StoredForm, StoredRating } from './queries/forms.ts';

/** A stored form as the contract has it. */
export function formAnswer(form: StoredForm, sheetName: string): Form {
  // Filled one by one: a chart asks for hundreds, and entries made of pairs would be thousands of arrays.
  const symptomData: Record<string, Omit<StoredRating, 'slot'>> = {};
  for (const { slot, name, severity, notes } of form.ratings) {
    symptomData[`symptom${slot}`] = { name, severity, notes };
  }
  return {
    id: form.id,
    formNumber: form.formNumber,
    date: isoOf(form.loggedAt),
    enteredAt: isoOf(form.enteredAt),
    symptoms: form.ratings.map(({ name }) => name),
    symptomData,
    version: form.version,
    rowIndex: rowIndexOf(form.formNumber),
    sheetName,
  };
}

/** A submitted form's entries, in slot order. */
export function ratingsOf(data: FormData): StoredRating[] {
  return SLOT_NUMBERS.flatMap((slot) => {
    const entry = data[symptomKey(slot)];
    return entry ? [{ slot, ...entry }] : [];
  });
}

/** An edit's entries, in slot order; without their names, which stay the form's. */
export function editedEntriesOf(data: EditedFormData): EditedEntry[] {
  return SLOT_NUMBERS.flatMap((slot) => {
    const entry = data[symptomKey(slot)];
    return entry ? [{ slot, severity: entry.severity, notes: entry.notes }] : [];
  });
}
