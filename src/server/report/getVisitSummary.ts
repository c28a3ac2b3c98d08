import { WHOLE_SCOPE } from '../../domain/visit.ts';
import { route } from '../platform/http/route.ts';
import { findVisitSummary } from './visit-summary.ts';

export const getVisitSummary = route(
  'getVisitSummary',
  async ({ context, input, access }) => {
    const { db, clock } = context;
    const scope = { ...WHOLE_SCOPE, notes: access.readsNotes };
    const summary = await findVisitSummary(db, access.userId, input, scope, clock());
    // A caregiver who may not read notes may not read the topics of a visit either.
    return access.readsNotes ? summary : { ...summary, topics: [] };
  },
  { isHeavy: true },
);
