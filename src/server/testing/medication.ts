import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Dose, Medication } from '../../contract/entities.ts';
import type { TestUser } from './app.ts';

/** Levodopa at 8 AM and noon, from the start of November 2026. */
export const LEVODOPA = {
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
};

/** Half an hour before the tests' clock starts. */
export const TAKEN_AT = '2026-11-18T16:30:00.000Z';

async function succeed(
  user: TestUser,
  call: Parameters<TestUser['browser']['call']>[0],
  input: object,
) {
  const answer = await user.browser.call(call, { userId: user.userId, ...input });
  expect(answer.json()).not.toHaveProperty('error');
  return answer.json();
}

/** Saves a medication, by default levodopa under a new id. */
export async function savedMedication(user: TestUser, change: object = {}): Promise<Medication> {
  const medication = { medicationId: randomUUID(), ...LEVODOPA, ...change };
  return await succeed(user, 'saveMedication', medication);
}

export async function deletedMedication(user: TestUser): Promise<Medication> {
  const { medicationId, from } = await savedMedication(user);
  return await succeed(user, 'deleteMedication', { medicationId, from });
}

/** Logs a dose, by default of a new medication. */
export async function loggedDose(user: TestUser, change: Partial<Dose> = {}): Promise<Dose> {
  const medicationId = change.medicationId ?? (await savedMedication(user)).medicationId;
  const dose = { doseId: randomUUID(), amount: 1, takenAt: TAKEN_AT, status: 'taken', ...change };
  return await succeed(user, 'logDose', { ...dose, medicationId });
}

export async function deletedDose(user: TestUser): Promise<Dose> {
  const { doseId } = await loggedDose(user);
  return await succeed(user, 'deleteDose', { doseId });
}
