import { fail } from '../platform/http/fail.ts';
import { type Call, route } from '../platform/http/route.ts';
import { setVisitDeleted } from './queries/visits.ts';
import { visitAnswer } from './serializer.ts';

export const deleteVisit = route('deleteVisit', (call) => change(call, true));
export const restoreVisit = route('restoreVisit', (call) => change(call, false));

async function change(
  { context, input, session }: Call<'deleteVisit' | 'restoreVisit'>,
  isDeleted: boolean,
) {
  const { db, clock, limits } = context;
  const changed = await setVisitDeleted(db, session.userId, input.visitId, {
    isDeleted,
    now: clock(),
    limits,
  });
  if (!changed) throw fail('visitNotFound');
  if ('refused' in changed) throw fail('visitWithoutDay', { stored: visitAnswer(changed.stored) });
  return visitAnswer(changed.entry);
}
