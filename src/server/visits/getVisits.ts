import { route } from '../platform/http/route.ts';
import { listWithin } from '../platform/page-length.ts';
import { findVisits } from './queries/visits.ts';
import { textLengthOf, visitAnswer } from './serializer.ts';

export const getVisits = route('getVisits', async ({ context, session }) => {
  const visits = await findVisits(context.db, session.userId);
  const { entries } = await listWithin([visits], textLengthOf);
  return entries.map(visitAnswer);
});
