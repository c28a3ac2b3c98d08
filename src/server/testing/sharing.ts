import { expect } from 'vitest';
import { SHARE_PARTS } from '../../domain/share.ts';
import { DAY_MS, isoOf } from '../../domain/zone.ts';
import { Browser, freshUser, type TestApp, type TestUser } from './app.ts';

export const PASSCODE = 'Sunflower 7';
export const ENDED = 'This link no longer works. Please ask for a new one.';

/** The two parts of a link. */
export interface TestShare {
  readonly shareId: string;
  readonly secret: string;
}

export const NO_NOTES = { medication: true, diary: true, checkIns: true, notes: false };
export const NOTHING_MORE = Object.fromEntries(SHARE_PARTS.map((part) => [part, false]));

/** The input of `makeShare`: for 30 days, without notes and passcode. */
export function shareInput(test: TestApp, { userId }: TestUser, other: object = {}) {
  const expiresAt = isoOf(test.now + 30 * DAY_MS);
  return { userId, label: 'Dr. Gordon', expiresAt, scope: NO_NOTES, ...other };
}

export async function madeShare(
  test: TestApp,
  user: TestUser,
  other: object = {},
): Promise<TestShare> {
  const answer = await user.browser.call('makeShare', shareInput(test, user, other));
  expect(answer.json()).not.toHaveProperty('error');
  const [shareId = '', secret = ''] = new URL(answer.json().url).hash.slice(1).split('.');
  expect(answer.json().shareId).toBe(shareId);
  return { shareId, secret };
}

/** A browser with its own IP address that has opened a link. */
export async function reading(
  test: TestApp,
  share: TestShare,
  other: object = {},
): Promise<Browser> {
  const browser = new Browser(test);
  const answer = await browser.call('openShare', { ...share, ...other });
  expect([answer.statusCode, answer.json()]).toEqual([200, {}]);
  return browser;
}

/** A user with a link that has a passcode. */
export async function userWithShare(test: TestApp): Promise<TestUser> {
  const user = await freshUser(test, ['Tremor']);
  return { ...user, share: await madeShare(test, user, { passcode: PASSCODE }) };
}

/** A user as from `userWithShare`, whose browser has opened the link. */
export async function userWhoReads(test: TestApp): Promise<TestUser> {
  const user = await userWithShare(test);
  const answer = await user.browser.call('openShare', { ...user.share, passcode: PASSCODE });
  expect(answer.statusCode).toBe(200);
  return user;
}
