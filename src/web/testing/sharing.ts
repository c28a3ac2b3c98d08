import type { Answer } from '../../contract/endpoints.ts';
import type { Share } from '../api/sharing.ts';
import { NOW } from './person.ts';
import type { Answers } from './server.ts';

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

/** A link in the list: by default one for a month, which nobody has opened. */
export function makeShareOf(share: Partial<Share>): Share {
  return {
    shareId: crypto.randomUUID(),
    label: 'Dr. Gordon',
    scope: { medication: true, diary: true, checkIns: true, notes: false },
    from: null,
    hasPasscode: false,
    createdAt: '2026-11-16T17:00:00.000Z',
    expiresAt: '2026-12-17T05:00:00.000Z',
    endedAt: null,
    state: 'live',
    openings: [],
    ...share,
  };
}

/** The answers to the calls of links, which are kept. */
export function answersForShares(shares: readonly Share[]): Answers {
  let kept = [...shares];
  const change = (shareId: string, changed: Partial<Share>): Share => {
    kept = kept.map((each) => (each.shareId === shareId ? { ...each, ...changed } : each));
    return kept.find((each) => each.shareId === shareId) ?? makeShareOf({});
  };
  return {
    getShares: () => kept,
    makeShare: ({ passcode, from = null, label, scope, expiresAt }) => {
      const hasPasscode = passcode !== undefined;
      const shareId = SHARE_ID;
      kept = [makeShareOf({ shareId, label, scope, expiresAt, from, hasPasscode }), ...kept];
      return { shareId, url: `${location.origin}${LINK}` };
    },
    endShare: ({ shareId }) =>
      change(shareId, { state: 'ended', endedAt: new Date().toISOString() }),
    restoreShare: ({ shareId }) => change(shareId, { state: 'live', endedAt: null }),
  };
}
