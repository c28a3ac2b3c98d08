import { endAccessOf } from '../identity/end-access.ts';
import { findSides } from '../identity/queries/access.ts';
import { fail } from '../platform/http/fail.ts';
import { route } from '../platform/http/route.ts';

export const endCaregiver = route('endCaregiver', async ({ context, input, session }) => {
  const sides = await findSides(context.db, session.userId);
  const ended = sides.find(({ caregiverId }) => caregiverId === input.caregiverId);
  if (!ended || !(await endAccessOf(context, ended, session.userId)))
    throw fail('caregiverNotFound');
  return {};
});
