import { requireProof } from '../identity/owner.ts';
import { findAcceptances, findNames } from '../identity/queries/access.ts';
import { fail } from '../platform/http/fail.ts';
import { route } from '../platform/http/route.ts';
import { confirmAcceptance, refuseAcceptance } from './queries/caregivers.ts';
import { startLetters } from './start-letters.ts';

export const confirmCaregiver = route('confirmCaregiver', async ({ context, input, session }) => {
  const { db, jobs, clock } = context;
  const { userId } = session;
  const { caregiverId, confirmed } = input;
  const now = clock();
  if (!confirmed) {
    if (!(await refuseAcceptance(db, { userId, caregiverId }, now))) {
      throw fail('caregiverNotFound');
    }
    return {};
  }
  // A found phone can copy the link of an invitation too.
  requireProof(context, session);
  const accepted = (await findAcceptances(db, userId, now)).find(
    (each) => each.userId === userId && each.caregiverId === caregiverId,
  );
  const names = await findNames(db, [userId, accepted?.helperId ?? userId]);
  const [person, helper] = [names.get(userId), names.get(accepted?.helperId ?? '')];
  if (!accepted || !person || !helper) throw fail('caregiverNotFound');
  const letters = startLetters(context, { person, helper, may: accepted.may });
  if (!(await confirmAcceptance(db, accepted, letters, now))) throw fail('caregiverNotFound');
  jobs.wake('mail');
  return {};
});
