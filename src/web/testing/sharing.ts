import type { Answer } from '../../contract/endpoints.ts';
import { byPart } from '../../domain/share.ts';
import type { VisitSummary } from '../../domain/visit-summary.ts';
import type { HealthLink } from '../sharing/health-links.ts';
import type { Share } from '../sharing/queries.ts';
import type { Answers } from './server.ts';
import { makeSummary } from './visits.ts';

export const SHARE_ID = '0f9d6f0e-3b0c-4f0e-9d5b-1f4f4f4f4f53';
export const SECRET = 'x'.repeat(43);
/** The address of a link. */
export const LINK = `/shared#${SHARE_ID}.${SECRET}`;

/** What a link shows, by default until December 21 in New York. */
export function makeShared(
  visit: Partial<VisitSummary> = {},
  expiresAt = '2026-12-22T05:00:00.000Z',
): Answer<'getSharedVisit'> {
  const person = { name: 'Ada Lovelace', age: 74, diagnosedYear: 2020 };
  return { expiresAt, visit: makeSummary({ person, ...visit }) };
}

/** A link in the list: by default one for a month, which nobody has opened. */
export function makeShareOf(share: Partial<Share>): Share {
  return {
    shareId: crypto.randomUUID(),
    label: 'Dr. Gordon',
    scope: byPart((part) => part !== 'notes'),
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

/** The answers to the calls for links. Reads return what was made or changed. */
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
      const others = kept.filter((each) => each.shareId !== shareId);
      kept = [makeShareOf({ shareId, label, scope, expiresAt, from, hasPasscode }), ...others];
      return { shareId, url: `${location.origin}${LINK}` };
    },
    endShare: ({ shareId }) =>
      change(shareId, { state: 'ended', endedAt: new Date().toISOString() }),
    restoreShare: ({ shareId }) => change(shareId, { state: 'live', endedAt: null }),
  };
}

export const HEALTH_LINK_ID = '1f9d6f0e-3b0c-4f0e-9d5b-1f4f4f4f4f53';
/** A health link that is as long as those of the server. */
const SHLINK = `shlink:/${btoa(
  JSON.stringify({
    url: `https://tracker.example.org/api/healthLink/${SECRET}`,
    flag: 'U',
    key: 'y'.repeat(43),
    exp: 1_795_022_100,
    label: 'Symptom report',
    v: 1,
  }),
).replace(/=+$/, '')}`;

/** A code in the list: by default one that was just made, at noon in New York. */
export function makeHealthLinkOf(link: Partial<HealthLink> = {}): HealthLink {
  return {
    healthLinkId: crypto.randomUUID(),
    createdAt: '2026-11-18T17:00:00.000Z',
    expiresAt: '2026-11-18T17:15:00.000Z',
    endedAt: null,
    state: 'live',
    readings: [],
    ...link,
  };
}

/**
 * The answers to the calls for codes for clinics. Reads return what was made or changed. `change` changes a code, as a
 * clinic's download or the code's expiry would.
 */
export function answersForHealthLinks(links: readonly HealthLink[] = [], isReachable = true) {
  let kept = [...links];
  const change = (id: string, changed: Partial<HealthLink>): HealthLink => {
    kept = kept.map((each) => (each.healthLinkId === id ? { ...each, ...changed } : each));
    return kept.find(({ healthLinkId }) => healthLinkId === id) ?? makeHealthLinkOf();
  };
  const answers: Answers = {
    getHealthLinks: () => ({ isReachable, links: kept }),
    makeHealthLink: () => {
      const made = makeHealthLinkOf({ healthLinkId: HEALTH_LINK_ID });
      kept = [made, ...kept.filter(({ healthLinkId }) => healthLinkId !== HEALTH_LINK_ID)];
      return { healthLinkId: HEALTH_LINK_ID, link: SHLINK, expiresAt: made.expiresAt };
    },
    endHealthLink: ({ healthLinkId }) =>
      change(healthLinkId, { state: 'ended', endedAt: '2026-11-18T17:05:00.000Z' }),
  };
  return { answers, change };
}
