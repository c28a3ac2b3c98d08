import { timesOf } from '../entries/times.ts';
import { findCreationTime } from '../identity/queries/accounts.ts';
import { fail } from '../platform/http/fail.ts';
import { route } from '../platform/http/route.ts';
import { findTimeZone } from '../profile/queries/profiles.ts';
import { addVisit, editVisit } from './queries/visits.ts';
import { visitAnswer } from './serializer.ts';

const ERRORS = { entryChanged: 'visitChanged', otherWithoutDay: 'visitWithoutDay' } as const;

export const saveVisit = route('saveVisit', async ({ context, input, session }) => {
  const { db, clockTrust, limits } = context;
  const { userId } = session;
  const now = clockTrust.presentOf(input.enteredAt);
  const profileZone = await findTimeZone(db, userId);
  if (profileZone === undefined) throw fail('userNotFound');
  const { visitId, day, topics, version, timeZone = profileZone, enteredAt } = input;
  const since = enteredAt === undefined ? undefined : await findCreationTime(db, userId);
  const times = timesOf({ enteredAt }, { now, since });
  const visit = { visitId, day, topics, timeZone, enteredAt: times.enteredAt };
  const measure = { now, limits };
  const saved =
    version === undefined
      ? await addVisit(db, userId, visit, measure)
      : await editVisit(db, userId, { ...visit, version }, measure);
  if ('entry' in saved) return visitAnswer(saved.entry);
  if (saved.refused === 'entryNotFound') throw fail('visitNotFound');
  throw fail(ERRORS[saved.refused], { stored: visitAnswer(saved.stored) });
});
