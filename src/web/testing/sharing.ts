import type { Answer } from '../../contract/endpoints.ts';
import { NOW } from './person.ts';

export const SHARE_ID = '0f9d6f0e-3b0c-4f0e-9d5b-1f4f4f4f4f53';
export const SECRET = 'x'.repeat(43);
/** The address of a link. */
export const LINK = `/shared#${SHARE_ID}.${SECRET}`;

/** What a link shows: by default a page without figures, until December 21 in New York. */
export function makeShared(
  visit: Partial<Answer<'getSharedVisit'>['visit']> = {},
  expiresAt = '2026-12-22T05:00:00.000Z',
): Answer<'getSharedVisit'> {
  return {
    expiresAt,
    visit: {
      person: { name: 'Ada Lovelace', age: 74, diagnosedYear: 2020 },
      style: { hourCycle: 'h12', dateOrder: 'mdy' },
      zone: 'America/New_York',
      madeAt: NOW,
      basis: 'recent',
      days: { first: '2026-10-22', last: '2026-11-18' },
      daysBefore: { first: '2026-09-24', last: '2026-10-21' },
      lastVisit: null,
      nextVisit: null,
      topics: ['Freezing in doorways'],
      changes: { symptoms: [], compared: 0, tooFew: 0 },
      severity: { forms: 0, loggedDays: 0, symptoms: [], parts: [], lines: [] },
      authors: [],
      ...visit,
    },
  };
}
