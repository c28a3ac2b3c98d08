import type { Dose, Medication } from '../../contract/entities.ts';
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

/** A dose as the server lists it. */
export function makeDose(takenAt: string, change: Partial<Dose> = {}): Dose {
  const { medicationId, name, strength, unit, isLevodopa } = makeLevodopa();
  return {
    doseId: crypto.randomUUID(),
    ...{ medicationId, name, strength, unit, isLevodopa },
    amount: 1,
    takenAt,
    scheduledFor: null,
    status: 'taken',
    enteredAt: takenAt,
    timeZone: 'America/New_York',
    author: 'self',
    version: 1,
    ...change,
  };
}

/** The answers to the calls for medication. Reads return what was saved. */
export function answersForDoses(medications: readonly Medication[], doses: Dose[] = []): Answers {
  const at = (dose: Dose) => Date.parse(dose.takenAt);
  const change = (doseId: string, to: Partial<Dose>): Dose => {
    const index = doses.findIndex((dose) => dose.doseId === doseId);
    const changed = { ...(doses[index] as Dose), ...to };
    doses[index] = changed;
    return changed;
  };
  const isIn = (dose: Dose) => dose.deletedAt === undefined;
  return {
    getMedications: [...medications],
    getDoses: ({ from = '', to = '9' }) =>
      doses
        .filter((dose) => isIn(dose) && dose.takenAt >= from && dose.takenAt < to)
        .sort((a, b) => at(b) - at(a)),
    getDeletedDoses: () => doses.filter((dose) => !isIn(dose)),
    logDose: ({ userId: _, scheduledFor = null, ...input }) => {
      const saved = doses.find(({ doseId }) => doseId === input.doseId);
      const dose = saved ?? makeDose(input.takenAt, { ...input, scheduledFor } as Partial<Dose>);
      if (!saved) doses.push(dose);
      return dose;
    },
    updateDose: ({ userId: _, doseId, version: __, ...edit }) =>
      change(doseId, { ...(edit as Partial<Dose>), version: 2 }),
    deleteDose: ({ doseId }) => change(doseId, { deletedAt: new Date().toISOString() }),
    restoreDose: ({ doseId }) => change(doseId, { deletedAt: undefined }),
  };
}
