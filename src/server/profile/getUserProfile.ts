import { fail } from '../platform/http/fail.ts';
import { route } from '../platform/http/route.ts';
import { profileAnswer } from './serializer.ts';

export const getUserProfile = route('getUserProfile', async ({ context, session }) => {
  const profile = await profileAnswer(context.db, session, context.clock());
  if (!profile) throw fail('userNotFound');
  return profile;
});
