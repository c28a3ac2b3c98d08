import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Visit } from '../../contract/entities.ts';
import type { TestUser } from './app.ts';

/** A day in the future: the tests' clock starts on 2026-11-18. */
export const VISIT_DAY = '2026-12-03';
export const TOPICS = ['Freezing in doorways', 'Sleep'];

export async function savedVisit(
  { browser, userId }: TestUser,
  visit: object = {},
): Promise<Visit> {
  const whole = { visitId: randomUUID(), day: VISIT_DAY, topics: TOPICS, ...visit };
  const answer = await browser.call('saveVisit', { userId, ...whole });
  expect(answer.json()).not.toHaveProperty('error');
  return answer.json();
}

export async function deletedVisit(user: TestUser, visit: object = {}): Promise<Visit> {
  const { browser, userId } = user;
  const { visitId } = await savedVisit(user, visit);
  const answer = await browser.call('deleteVisit', { userId, visitId });
  expect(answer.statusCode).toBe(200);
  return answer.json();
}
