import { profileAnswer } from '../answers/profile.ts';
import { fail } from '../fail.ts';
import { route } from '../http/route.ts';

export const getUserProfile = route('getUserProfile', async ({ context, session }) => {
  const profile = await profileAnswer(context.db, session);
  if (!profile) throw fail('userNotFound');
  return profile;
});
