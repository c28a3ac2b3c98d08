import type { HealthLink } from '../../contract/health-link-endpoints.ts';
import { healthLinkState } from '../../domain/share.ts';
import { type Instant, isoOf } from '../../domain/zone.ts';
import { route } from '../platform/http/route.ts';
import { hasHealthLinks } from './health-address.ts';
import { findLinks, type StoredLink } from './queries/links.ts';

export const getHealthLinks = route('getHealthLinks', async ({ context, session }) => {
  const { config, db, clock } = context;
  const links = await findLinks(db, { kind: 'healthLink', userId: session.userId });
  return {
    isReachable: hasHealthLinks(config),
    links: links.map((link) => healthLinkAnswer(link, clock())),
  };
});

/** A health link as its owner sees it. */
export function healthLinkAnswer(link: StoredLink, now: Instant): HealthLink {
  const { linkId: healthLinkId, createdAt, expiresAt, endedAt, openings } = link;
  return {
    healthLinkId,
    createdAt: isoOf(createdAt),
    expiresAt: isoOf(expiresAt),
    endedAt: endedAt === null ? null : isoOf(endedAt),
    state: healthLinkState(link, now),
    readings: openings.map(({ openedAt, recipient }) => ({ at: isoOf(openedAt), recipient })),
  };
}
