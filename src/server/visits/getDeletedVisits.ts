import { route } from '../platform/http/route.ts';
import { findDeletedVisits } from './queries/visits.ts';
import { visitAnswer } from './serializer.ts';

export const getDeletedVisits = route('getDeletedVisits', async ({ context, session }) => {
  const { db, clock } = context;
  const visits = await findDeletedVisits(db, session.userId, clock());
  return visits.map(visitAnswer);
});
