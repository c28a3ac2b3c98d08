import type { Form } from '../../../contract/entities.ts';
import { SYMPTOM_KEYS, type SymptomKey } from '../../../domain/symptoms.ts';
import type { Entries, Entry, OpenForm } from '../../api/device.ts';
import { randomUuid } from '../../api/random-uuid.ts';

/**
 * The symptoms of a new form, with what was entered so far laid over them by name. What was rated stays in
 * the form where its symptom has left the profile meanwhile, in a place that is free, else in that of a
 * symptom which was not rated.
 *
 * @param symptoms as the profile has them
 */
export function newEntries(symptoms: Entries, changes: readonly Entry[]): Entries {
  const entries: Partial<Record<SymptomKey, Entry>> = { ...editedEntries(symptoms, changes) };
  const places = SYMPTOM_KEYS.filter((key) => !changeOf(symptoms[key], changes));
  const free = [
    ...places.filter((key) => !symptoms[key]),
    ...places.filter((key) => symptoms[key]).reverse(),
  ];
  for (const change of changes) {
    if (changeOf(change, Object.values(entries))) continue;
    const key = free.shift();
    if (key) entries[key] = change;
  }
  return entries;
}

/** The symptoms of a saved form, with what was entered so far laid over them by name. */
export function editedEntries(symptoms: Entries, changes: readonly Entry[]): Entries {
  const entries: Partial<Record<SymptomKey, Entry>> = {};
  for (const key of SYMPTOM_KEYS) {
    const symptom = symptoms[key];
    if (!symptom) continue;
    entries[key] = { ...symptom, ...changeOf(symptom, changes), name: symptom.name };
  }
  return entries;
}

/** What was entered, with one more entry: the last one for its symptom. */
export function withEntry(changes: readonly Entry[], entry: Entry): Entry[] {
  return [...changes.filter((each) => !isSameSymptom(each, entry)), entry];
}

/**
 * What becomes of a new form that the server has already with other values: an edit of that, or where it
 * holds another symptom than was rated here, a form of its own.
 */
export function afterSavedOtherwise(form: OpenForm, saved: Form): OpenForm {
  const isInIt = (entry: Entry) => changeOf(entry, Object.values(saved.symptomData)) !== undefined;
  if (form.changes.every(isInIt)) return { ...form, edited: saved, sent: [] };
  return { ...form, submissionId: randomUuid(), sent: [] };
}

/** Whether something was entered or submitted that would be lost. */
export function isUnsaved({ changes, loggedAt, sent }: OpenForm): boolean {
  return changes.length > 0 || loggedAt !== undefined || sent.length > 0;
}

/** Whether a form is as it was at another time. */
export function isSameContent(one: OpenForm, other: OpenForm): boolean {
  const contentOf = ({ submissionId, changes, loggedAt }: OpenForm) =>
    JSON.stringify([submissionId, changes, loggedAt]);
  return contentOf(one) === contentOf(other);
}

function changeOf(symptom: Entry | undefined, changes: readonly Entry[]): Entry | undefined {
  return symptom && changes.find((change) => isSameSymptom(change, symptom));
}

/** Names differ by more than their case (DECISIONS 11). */
function isSameSymptom(one: Entry, other: Entry): boolean {
  return one.name.toLowerCase() === other.name.toLowerCase();
}
