import { expect } from 'vitest';
import type { DiaryHalfHour } from '../../contract/entities.ts';
import type { DiaryState } from '../../domain/diary.ts';
import type { TestUser } from './app.ts';

/** The last two half-hours that have ended when the tests' clock starts, 11:00 and 11:30 AM in New York. */
export const EARLIER = '2026-11-18T16:00:00.000Z';
export const LATER = '2026-11-18T16:30:00.000Z';
const ENTERED_AT = '2026-11-18T17:00:00.000Z';

/**
 * Saves half-hours of the diary.
 *
 * @param states the state of each half-hour; the key is the instant when the half-hour begins
 * @param other fields of each entry, such as its version
 */
export async function savedDiary(
  { browser, userId }: TestUser,
  states: Readonly<Record<string, DiaryState>>,
  other: object = {},
): Promise<DiaryHalfHour[]> {
  const entries = Object.entries(states).map(([slot, state]) => ({
    ...{ slot, state, enteredAt: ENTERED_AT },
    ...other,
  }));
  const answer = await browser.call('saveDiary', { userId, entries });
  expect(answer.json()).not.toHaveProperty('error');
  return answer.json();
}

/** Saves two half-hours and deletes them. */
export async function deletedDiary(user: TestUser): Promise<DiaryHalfHour[]> {
  await savedDiary(user, { [EARLIER]: 'on', [LATER]: 'off' });
  const { browser, userId } = user;
  const answer = await browser.call('deleteDiary', { userId, slots: [EARLIER, LATER] });
  expect(answer.statusCode).toBe(200);
  return answer.json();
}
