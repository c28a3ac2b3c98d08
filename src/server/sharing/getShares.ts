import { route } from '../platform/http/route.ts';
import { findShares } from './queries/shares.ts';
import { shareAnswer } from './serializer.ts';

export const getShares = route('getShares', async ({ context, session }) => {
  const shares = await findShares(context.db, session.userId);
  return shares.map((share) => shareAnswer(share, context.clock()));
});
