import { WHOLE_SCOPE } from '../../domain/visit.ts';
import { route } from '../platform/http/route.ts';
import { findVisitSummary } from './visit-summary.ts';

export const getVisitSummary = route('getVisitSummary', async ({ context, input, session }) => {
  const { db, clock } = context;
  return await findVisitSummary(db, session.userId, input, WHOLE_SCOPE, clock());
});
