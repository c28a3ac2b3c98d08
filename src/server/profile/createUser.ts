import { DEFAULT_DATE_STYLE, isTimeZone } from '../../domain/formats.ts';
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
  const { timeZone: told = '' } = input;
  const timeZone = isTimeZone(told) ? told : config.timeZone;
  const today = dateOf(clock(), timeZone);
  if (birthday > today) throw fail('birthdayInFuture');
  const diagnosedYear =
    yearsWithParkinsons === null ? null : Number(today.slice(0, 4)) - yearsWithParkinsons;
  const facts = { firstName, lastName, birthday, biologicalSex, diagnosedYear };
  const person = { ...facts, timeZone, ...DEFAULT_DATE_STYLE };
  const added = await addProfile(db, session.userId, person, clock());
  if (!added) throw fail('profileExists');
  await setNewUser(db, session.tokenHash, true);
  const profile = await profileAnswer(db, session, clock());
  if (!profile) throw fail('userNotFound');
  return profile;
});
