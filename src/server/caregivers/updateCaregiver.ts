import { fail } from '../platform/http/fail.ts';
import { route } from '../platform/http/route.ts';
import { changeCaregiver } from './queries/caregivers.ts';

export const updateCaregiver = route('updateCaregiver', async ({ context, input, session }) => {
  const { may, notes } = input;
  if (!(await changeCaregiver(context.db, session.userId, input, context.clock()))) {
    throw fail('caregiverNotFound');
  }
  return { may, notes };
});
