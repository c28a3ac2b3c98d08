import type { Medication } from '../../contract/entities.ts';
import { answersFor, type Known, NOW } from './person.ts';
import { type Answers, refuse } from './server.ts';

/** Levodopa at 8 AM and noon, from the start of November 2026. */
export function makeMedication(change: Partial<Medication> = {}): Medication {
  return {
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
    until: null,
    enteredAt: NOW,
    timeZone: 'America/New_York',
    author: 'self',
    version: 1,
    ...change,
  };
}

/** Answers of a server that stores a person's medications by the rules of the calls. */
export function medicationKeeper(known: Known, stored: readonly Medication[] = []) {
  let kept = [...stored];
  let deleted: Medication[] = [];
  const isAt = (key: Pick<Medication, 'medicationId' | 'from'>) => (each: Medication) =>
    each.medicationId === key.medicationId && each.from === key.from;
  return {
    ...answersFor(known),
    getMedications: () => kept,
    saveMedication: ({ userId: _, version, timeZone, ...values }) => {
      const before = kept.find(isAt(values));
      if (version !== undefined && !before) return refuse('medicationNotFound');
      if (before && version !== before.version) return refuse('medicationChanged');
      const saved = { ...makeMedication(values), version: (before?.version ?? 0) + 1 };
      kept = [...kept.filter((each) => each !== before), saved];
      return saved;
    },
    deleteMedication: (key) => {
      const found = kept.find(isAt(key));
      if (!found) return refuse('medicationNotFound');
      kept = kept.filter((each) => each !== found);
      deleted = [...deleted, found];
      return { ...found, deletedAt: new Date(NOW).toISOString() };
    },
    restoreMedication: (key) => {
      const found = deleted.find(isAt(key));
      if (!found) return refuse('medicationNotFound');
      kept = [...kept, found];
      return found;
    },
  } satisfies Answers;
}
