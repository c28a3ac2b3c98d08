import { dateOf } from '../../domain/zone.ts';
import { setNewUser } from '../identity/queries/sessions.ts';
import { fail } from '../platform/http/fail.ts';
import { route } from '../platform/http/route.ts';
import { addProfile } from './queries/profiles.ts';
import { profileAnswer } from './serializer.ts';

export const createUser = route('createUser', async ({ context, input, session }) => {
  const { config, db, clock } = context;
  // The `email` and `password` of the input are ignored (DECISIONS 4).
  const { firstName, lastName, birthday, biologicalSex, yearsWithParkinsons } = input;
  if (birthday > dateOf(clock(), config.timeZone)) throw fail('birthdayInFuture');
  const person = { firstName, lastName, birthday, biologicalSex, yearsWithParkinsons };
  const added = await addProfile(db, session.userId, person, clock());
  if (!added) throw fail('profileExists');
  await setNewUser(db, session.tokenHash, true);
  const profile = await profileAnswer(db, session);
  if (!profile) throw fail('userNotFound');
  return profile;
});
