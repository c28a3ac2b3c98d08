import { expect } from 'vitest';
import type { CheckIn } from '../../contract/entities.ts';
import type { TestUser } from './app.ts';

/** The day on which the tests' clock starts, in New York. */
export const TODAY = '2026-11-18';

/** Saves a check-in, by default of today with an answer to each question. */
export async function savedCheckIn(user: TestUser, change: object = {}): Promise<CheckIn> {
  const answers = { medication: 'partly', exerciseMinutes: 0, sleepHours: 7.5, mood: 4 };
  return await succeed(user, 'saveCheckIn', { ...answers, notes: 'As usual', ...change });
}

export async function deletedCheckIn(user: TestUser, change: object = {}): Promise<CheckIn> {
  await savedCheckIn(user, change);
  return await succeed(user, 'deleteCheckIn', change);
}

async function succeed(
  { browser, userId }: TestUser,
  call: 'saveCheckIn' | 'deleteCheckIn',
  input: object,
): Promise<CheckIn> {
  const answer = await browser.call(call, { userId, day: TODAY, ...input });
  expect(answer.json()).not.toHaveProperty('error');
  return answer.json();
}
