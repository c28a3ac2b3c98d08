import type { EditedFormData, Form, FormData } from '../../contract/entities.ts';
import { rowIndexOf } from '../../domain/sheet-name.ts';
import { SLOT_NUMBERS, symptomKey } from '../../domain/symptoms.ts';
import type { EditedEntry, StoredForm, StoredRating } from '../db/forms.ts';

/** A stored form as the contract has it. */
export function formAnswer(form: StoredForm, sheetName: string): Form {
  return {
    id: form.id,
    formNumber: form.formNumber,
    date: new Date(form.loggedAt).toISOString(),
    enteredAt: new Date(form.enteredAt).toISOString(),
    symptoms: form.ratings.map(({ name }) => name),
    symptomData: Object.fromEntries(
      form.ratings.map(({ slot, name, severity, notes }) => [
        `symptom${slot}`,
        { name, severity, notes },
      ]),
    ),
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
