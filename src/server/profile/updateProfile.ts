import { dateOf } from '../../domain/zone.ts';
import { fail } from '../platform/http/fail.ts';
import { route } from '../platform/http/route.ts';
import { changePerson, findTimeZone, saveDisplay } from './queries/profiles.ts';
import { profileAnswer } from './serializer.ts';

/**
 * Changes the facts about the signed-in person: name, date of birth, year of diagnosis, zone, and how times are shown
 * (DECISIONS 30). The display options are not facts about the person, so a change of them alone adds no account
 * activity.
 */
export const updateProfile = route('updateProfile', async ({ context, input, session }) => {
  const { db, clock } = context;
  const { userId, display, ...facts } = input;
  if (display) await saveDisplay(db, userId, display);
  const now = clock();
  const timeZone = facts.timeZone ?? (await findTimeZone(db, userId));
  if (timeZone === undefined) throw fail('userNotFound');
  const today = dateOf(now, timeZone);
  if ((facts.birthday ?? '') > today) throw fail('birthdayInFuture');
  if ((facts.diagnosedYear ?? 0) > Number(today.slice(0, 4))) throw fail('diagnosisInFuture');
  if (Object.keys(facts).length > 0 && !(await changePerson(db, userId, facts, now))) {
    throw fail('userNotFound');
  }
  const profile = await profileAnswer(db, session, now);
  if (!profile) throw fail('userNotFound');
  return profile;
});
