import { isoOf } from '../../domain/zone.ts';
import { route } from '../platform/http/route.ts';
import { findSessionsOf } from './queries/sessions.ts';

/** Lists the browsers in which the account is signed in, the caller's own first. */
export const getSessions = route('getSessions', async ({ context, session }) => {
  const { db, clock } = context;
  const found = await findSessionsOf(db, session.userId, clock());
  return found
    .map(({ sessionId, tokenHash, browser, firstUsedAt, lastUsedAt }) => ({
      ...{ sessionId, browser, firstUsedAt: isoOf(firstUsedAt), lastUsedAt: isoOf(lastUsedAt) },
      isThis: tokenHash === session.tokenHash,
    }))
    .sort((one, other) => Number(other.isThis) - Number(one.isThis));
});
