import { unknownPerson } from '../../contract/facts.ts';
import { isTimeZone } from '../../domain/time-zones.ts';
import { dateOf } from '../../domain/zone.ts';
import { setNewUser } from '../identity/queries/sessions.ts';
import { fail } from '../platform/http/fail.ts';
import { route } from '../platform/http/route.ts';
import { addProfile } from './queries/profiles.ts';
import { profileAnswer } from './serializer.ts';

export const createUser = route('createUser', async ({ context, input, session }) => {
  const { config, db, clock } = context;
  // The `email` and `password` of the input are ignored (DECISIONS 4).
  const { userId: _id, email: _email, password: _password, ...said } = input;
  const { yearsWithParkinsons, timeZone: told = '', ...facts } = said;
  const timeZone = isTimeZone(told) ? told : config.timeZone;
  const today = dateOf(clock(), timeZone);
  if (facts.birthday > today) throw fail('birthdayInFuture');
  const diagnosedYear =
    yearsWithParkinsons === null ? null : Number(today.slice(0, 4)) - yearsWithParkinsons;
  const person = { ...unknownPerson(timeZone), ...facts, diagnosedYear };
  const added = await addProfile(db, session.userId, person, clock());
  if (!added) throw fail('profileExists');
  await setNewUser(db, session.tokenHash, true);
  const profile = await profileAnswer(db, session, clock());
  if (!profile) throw fail('userNotFound');
  return profile;
});
