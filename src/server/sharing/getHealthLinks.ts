import type { HealthLink } from '../../contract/health-link-endpoints.ts';
import { healthLinkState } from '../../domain/health-link.ts';
import { type Instant, isoOf } from '../../domain/zone.ts';
import { route } from '../platform/http/route.ts';
import { hasHealthLinks } from './health-address.ts';
import { findHealthLinks, type StoredHealthLink } from './queries/health-links.ts';

export const getHealthLinks = route('getHealthLinks', async ({ context, session }) => {
  const { config, db, clock } = context;
  const links = await findHealthLinks(db, session.userId);
  return {
    isReachable: hasHealthLinks(config),
    links: links.map((link) => healthLinkAnswer(link, clock())),
  };
});

/** A health link as its owner sees it. */
export function healthLinkAnswer(link: StoredHealthLink, now: Instant): HealthLink {
  const { healthLinkId, createdAt, expiresAt, endedAt, readings } = link;
  return {
    healthLinkId,
    createdAt: isoOf(createdAt),
    expiresAt: isoOf(expiresAt),
    endedAt: endedAt === null ? null : isoOf(endedAt),
    state: healthLinkState(link, now),
    readings: readings.map(({ readAt, recipient }) => ({ at: isoOf(readAt), recipient })),
  };
}
