import type { Medication } from '../../contract/entities.ts';
import { medication } from '../../contract/kinds/medication.ts';
import { answersForKind, makeEntry } from './kinds.ts';
import { answersFor, type Known } from './person.ts';

/** Levodopa at 8 AM and noon, from the start of November 2026. */
export function makeMedication(change: Partial<Medication> = {}): Medication {
  return makeEntry(medication, {
    medicationId: crypto.randomUUID(),
    name: 'Levodopa/carbidopa',
    strength: 100,
    unit: 'mg',
    form: 'tablet',
    isLevodopa: true,
    times: [
      { time: '08:00', amount: 1 },
      { time: '12:00', amount: 1.5 },
    ],
    asNeeded: false,
    from: '2026-11-01',
    ...change,
  });
}

/** Answers of a server that stores a person's medications. */
export function medicationKeeper(known: Known, stored: readonly Medication[] = []) {
  return { ...answersFor(known), ...answersForKind(medication, [...stored]) };
}
