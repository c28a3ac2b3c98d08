import type { Form } from '../../../contract/entities.ts';
import { DEFAULT_SEVERITY, SYMPTOM_KEYS, type SymptomKey } from '../../../domain/symptoms.ts';
import type { Change, Entries, Entry, OpenForm } from '../../api/device.ts';
import { randomUuid } from '../../api/random-uuid.ts';

/**
 * The symptoms of a new form, with what was entered so far laid over them by name. What was rated stays in
 * the form where its symptom has left the profile meanwhile, in a place that is free, else in that of a
 * symptom which was not rated.
 *
 * @param symptoms as the profile has them
 */
export function newEntries(symptoms: Entries, changes: readonly Change[]): Entries {
  const entries: Partial<Record<SymptomKey, Entry>> = { ...editedEntries(symptoms, changes) };
  const places = SYMPTOM_KEYS.filter((key) => !changeOf(symptoms[key], changes));
  const free = [
    ...places.filter((key) => !symptoms[key]),
    ...places.filter((key) => symptoms[key]).reverse(),
  ];
  for (const change of changes) {
    if (changeOf(change, Object.values(entries))) continue;
    const key = free.shift();
    if (key) entries[key] = { ...untouched(change.name), ...change };
  }
  return entries;
}

/** The symptoms of a saved form, with what was entered so far laid over them by name. */
export function editedEntries(symptoms: Entries, changes: readonly Change[]): Entries {
  const entries: Partial<Record<SymptomKey, Entry>> = {};
  for (const key of SYMPTOM_KEYS) {
    const symptom = symptoms[key];
    if (!symptom) continue;
    entries[key] = { ...symptom, ...changeOf(symptom, changes), name: symptom.name };
  }
  return entries;
}

/** A symptom in which nothing was entered. */
export function untouched(name: string): Entry {
  return { name, severity: DEFAULT_SEVERITY, notes: '' };
}

/** What was entered, with one more change: what else was entered for its symptom stays. */
export function withChange(changes: readonly Change[], change: Change): Change[] {
  const others = changes.filter((each) => !isSameSymptom(each, change));
  return [...others, { ...changeOf(change, changes), ...change }];
}

/**
 * What becomes of a new form that the server has already with other values: an edit of that, or where it
 * holds another symptom than was rated here, a form of its own.
 */
export function afterSavedOtherwise(form: OpenForm, saved: Form): OpenForm {
  const symptoms = Object.values(saved.symptomData);
  if (form.changes.every((change) => changeOf(change, symptoms)))
    return { ...form, edited: saved, sent: [] };
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

function changeOf(symptom: Named | undefined, changes: readonly Change[]): Change | undefined {
  return symptom && changes.find((change) => isSameSymptom(change, symptom));
}

/** Names differ by more than their case (DECISIONS 11). */
function isSameSymptom(one: Named, other: Named): boolean {
  return one.name.toLowerCase() === other.name.toLowerCase();
}

type Named = Pick<Entry, 'name'>;
