import { SYMPTOM_KEYS, type SymptomKey } from '../../../domain/symptoms.ts';
import type { Entries, Entry } from '../../api/device.ts';

/**
 * The symptoms of a form, with what was entered so far laid over them by name. What was rated stays in the
 * form where its symptom has left the profile meanwhile, in a place that is free, else in that of a symptom
 * which was not rated.
 *
 * @param symptoms as the profile or the saved form has them
 */
export function entriesOf(symptoms: Entries, changes: readonly Entry[]): Entries {
  const entries: Partial<Record<SymptomKey, Entry>> = {};
  const places: SymptomKey[] = [];
  for (const key of SYMPTOM_KEYS) {
    const symptom = symptoms[key];
    const change = symptom && changes.find((each) => isSameSymptom(each, symptom));
    if (symptom) entries[key] = { ...symptom, ...change, name: symptom.name };
    if (!change) places.push(key);
  }
  const free = [
    ...places.filter((key) => !symptoms[key]),
    ...places.filter((key) => symptoms[key]).reverse(),
  ];
  for (const change of changes) {
    if (Object.values(entries).some((entry) => isSameSymptom(entry, change))) continue;
    const key = free.shift();
    if (key) entries[key] = change;
  }
  return entries;
}

/** What was entered, with one more entry: the last one for its symptom. */
export function withEntry(changes: readonly Entry[], entry: Entry): Entry[] {
  return [...changes.filter((each) => !isSameSymptom(each, entry)), entry];
}

/** Names differ by more than their case (DECISIONS 11). */
function isSameSymptom(one: Entry, other: Entry): boolean {
  return one.name.toLowerCase() === other.name.toLowerCase();
}
