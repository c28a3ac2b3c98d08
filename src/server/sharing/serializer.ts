import type { Share } from '../../contract/share-endpoints.ts';
import { shareState } from '../../domain/share.ts';
import { type Instant, isoOf } from '../../domain/zone.ts';
import type { StoredLink } from './queries/links.ts';

/** A link as its owner sees it. */
export function shareAnswer(share: StoredLink, now: Instant): Share {
  const { linkId: shareId, label, scope, from, hasPasscode, endedAt } = share;
  return {
    ...{ shareId, label, scope, from, hasPasscode },
    createdAt: isoOf(share.createdAt),
    expiresAt: isoOf(share.expiresAt),
    endedAt: endedAt === null ? null : isoOf(endedAt),
    state: shareState(share, now),
    openings: share.openings.map(({ openedAt }) => isoOf(openedAt)),
  };
}
