import type { Dose, Medication } from '../../contract/entities.ts';
import { dose } from '../../contract/kinds/dose.ts';
import { answersForKind, makeEntry } from './kinds.ts';
import { makeMedication } from './medication-keeper.ts';
import type { Answers } from './server.ts';

/** Levodopa at 8 AM, noon and 6 PM. */
export function makeLevodopa(change: Partial<Medication> = {}): Medication {
  return makeMedication({
    medicationId: '0f9d6f0e-3b0c-4f0e-9d5b-1f4f4f4f4f50',
    times: [
      { time: '08:00', amount: 1 },
      { time: '12:00', amount: 1.5 },
      { time: '18:00', amount: 1 },
    ],
    ...change,
  });
}

/** What the server adds to a dose. */
const { medicationId, name, strength, unit, isLevodopa } = makeLevodopa();
const ADDED = { name, strength, unit, isLevodopa };

/** A dose as the server lists it. */
export function makeDose(takenAt: string, change: Partial<Dose> = {}): Dose {
  return makeEntry(dose, {
    ...{ doseId: crypto.randomUUID(), medicationId, ...ADDED },
    ...{ amount: 1, takenAt, status: 'taken', enteredAt: takenAt },
    ...change,
  });
}

/** The answers to the calls for medication. Reads return what was saved. */
export function answersForDoses(medications: readonly Medication[], doses: Dose[] = []): Answers {
  return { ...answersForKind(dose, doses, ADDED), getMedications: [...medications] };
}
