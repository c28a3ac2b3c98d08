import type { Profile } from '../../contract/entities.ts';
import { isPerson } from '../identity/authors.ts';
import { fail } from '../platform/http/fail.ts';
import { route } from '../platform/http/route.ts';
import { profileAnswer } from './serializer.ts';

export const getUserProfile = route('getUserProfile', async ({ context, access }) => {
  const { userId, author, callerEmail } = access;
  const owner = { userId, email: isPerson(author) ? callerEmail : '' };
  const profile = await profileAnswer(context.db, owner, context.clock());
  if (!profile) throw fail('userNotFound');
  return isPerson(author) ? profile : sharedProfile(profile);
});

/** What a caregiver sees: what the report also shows, and how to show times. */
function sharedProfile(profile: Profile): Profile {
  return { ...profile, biologicalSex: '', display: null };
}
