import { WHOLE_SCOPE } from '../../domain/visit.ts';
import { route } from '../platform/http/route.ts';
import { findVisitSummary } from './visit-summary.ts';

export const getVisitSummary = route('getVisitSummary', async ({ context, input, access }) => {
  const { db, clock } = context;
  const scope = { ...WHOLE_SCOPE, notes: access.readsNotes };
  return await findVisitSummary(db, access.userId, input, scope, clock());
});
