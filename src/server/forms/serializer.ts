import type { EditedFormData, Form, FormData } from '../../contract/entities.ts';
import { type Rating, textLengthOf } from '../../domain/rating.ts';
import { rowIndexOf } from '../../domain/sheet-name.ts';
import { SLOT_NUMBERS, symptomKey } from '../../domain/symptoms.ts';
import { isoOf } from '../../domain/zone.ts';
import { type Access, hidesNotes, lockedFor } from '../identity/authors.ts';
import type { Listed } from '../platform/page-length.ts';
import type { EditedRating } from './queries/edited-forms.ts';
import type { FormCursor, StoredForm } from './queries/forms.ts';

/** Serializes a stored form for the contract. */
export function formAnswer(form: StoredForm, sheetName: string, access: Access): Form {
  const notesWithheld = hidesNotes(access, form);
  // A loop, because `Object.fromEntries` would allocate thousands of arrays for the forms of a chart.
  const symptomData: Record<string, Omit<Rating, 'slot'>> = {};
  for (const { slot, name, severity, notes } of form.ratings) {
    symptomData[`symptom${slot}`] = { name, severity, notes: notesWithheld ? '' : notes };
  }
  return {
    id: form.id,
    formNumber: form.formNumber,
    date: isoOf(form.loggedAt),
    enteredAt: isoOf(form.enteredAt),
    timeZone: form.timeZone,
    symptoms: form.ratings.map(({ name }) => name),
    symptomData,
    author: form.author,
    ...lockedFor(access, form),
    ...(notesWithheld && { notesWithheld }),
    version: form.version,
    ...(form.deletedAt !== null && { deletedAt: isoOf(form.deletedAt) }),
    cursor: `${form.loggedAt}.${form.formNumber}`,
    rowIndex: rowIndexOf(form.formNumber),
    sheetName,
  };
}

/** Serializes a list of forms. If its text ended it, its last form says where the rest begins. */
export function formsAnswer(
  { entries, isCut }: Listed<StoredForm>,
  sheetName: string,
  access: Access,
): Form[] {
  const forms = entries.map((form) => formAnswer(form, sheetName, access));
  const last = forms.at(-1);
  if (isCut && last) last.next = last.cursor;
  return forms;
}

/** The characters of a form's names and notes. */
export function lengthOf({ ratings }: StoredForm): number {
  return textLengthOf(ratings);
}

/** Parses the cursor of a form. */
export function cursorOf(cursor: string): FormCursor {
  const [loggedAt, formNumber] = cursor.split('.').map(Number);
  return { loggedAt: loggedAt ?? 0, formNumber: formNumber ?? 0 };
}

/** The ratings of a submitted form, in slot order. */
export function ratingsOf(data: FormData): Rating[] {
  return SLOT_NUMBERS.flatMap((slot) => {
    const entry = data[symptomKey(slot)];
    return entry ? [{ slot, ...entry }] : [];
  });
}

/** The ratings of an edited form, in slot order. */
export function editedRatingsOf(data: EditedFormData): EditedRating[] {
  return SLOT_NUMBERS.flatMap((slot) => {
    const entry = data[symptomKey(slot)];
    return entry ? [{ slot, name: entry.name, severity: entry.severity, notes: entry.notes }] : [];
  });
}
