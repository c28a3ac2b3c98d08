import { route } from '../platform/http/route.ts';
import { findLinks } from './queries/links.ts';
import { shareAnswer } from './serializer.ts';

export const getShares = route('getShares', async ({ context, session }) => {
  const shares = await findLinks(context.db, { kind: 'share', userId: session.userId });
  return shares.map((share) => shareAnswer(share, context.clock()));
});
