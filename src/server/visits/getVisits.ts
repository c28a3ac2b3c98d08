import { route } from '../platform/http/route.ts';
import { findVisits } from './queries/visits.ts';
import { visitAnswer } from './serializer.ts';

export const getVisits = route('getVisits', async ({ context, session }) => {
  const visits = await findVisits(context.db, session.userId);
  return visits.map(visitAnswer);
});
