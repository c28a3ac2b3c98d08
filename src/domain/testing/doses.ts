import type { Dose } from '../doses.ts';
import type { PlannedDose, RegimenVersion } from '../regimen.ts';
import { dateOf } from '../zone.ts';

export const LEVODOPA: RegimenVersion = {
  medicationId: 'levodopa',
  name: 'Levodopa/carbidopa',
  strength: 100,
  unit: 'mg',
  form: 'tablet',
  isLevodopa: true,
  times: [],
  asNeeded: false,
  from: '2026-01-01',
  until: null,
};

/** An instant of 20 November 2026 in UTC: 'HH:MM', 'HH:MM:SS' or, on another day, 'DD HH:MM'. */
export function on20(time: string): number {
  const [day, clock] = time.includes(' ') ? time.split(' ') : ['20', time];
  return Date.parse(`2026-11-${day}T${clock}Z`);
}

export function planned(times: string, medicationId = 'levodopa'): PlannedDose[] {
  return times.split(', ').map((time) => ({
    medicationId,
    day: dateOf(on20(time), 'UTC'),
    at: on20(time),
    time: time.slice(-5),
    amount: 1,
    version: { ...LEVODOPA, medicationId },
  }));
}

export function dose(doseId: string, taken: string, changes: Partial<Dose> = {}): Dose {
  const { medicationId, name, strength, unit, isLevodopa } = LEVODOPA;
  return {
    doseId,
    medicationId,
    name,
    strength,
    unit,
    isLevodopa,
    amount: 1,
    takenAt: on20(taken),
    scheduledFor: null,
    status: 'taken',
    ...changes,
  };
}

/** A dose that was logged for its planned time. */
export function planDose(
  id: string,
  taken: string,
  scheduled: string,
  status: 'taken' | 'skipped' = 'taken',
) {
  return dose(id, taken, { scheduledFor: on20(scheduled), status });
}
