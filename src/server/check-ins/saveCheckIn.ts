import { hasBegun } from '../../domain/check-in.ts';
import { timesOf } from '../entries/times.ts';
import { findCreationTime } from '../identity/queries/accounts.ts';
import { fail } from '../platform/http/fail.ts';
import { route } from '../platform/http/route.ts';
import { findTimeZone } from '../profile/queries/profiles.ts';
import { addCheckIn, editCheckIn } from './queries/check-ins.ts';
import { checkInAnswer } from './serializer.ts';

const ERRORS = {
  entryNotFound: 'checkInNotFound',
  entryEmpty: 'checkInEmpty',
  entryOfOther: 'entryOfOther',
} as const;

export const saveCheckIn = route('saveCheckIn', async ({ context, input, access }) => {
  const { db, clockTrust, limits, jobs } = context;
  const { userId } = access;
  const now = clockTrust.presentOf(input.enteredAt);
  const profileZone = await findTimeZone(db, userId);
  if (profileZone === undefined) throw fail('userNotFound');
  const { userId: _, day, version, timeZone = profileZone, enteredAt, ...answers } = input;
  if (!hasBegun(day, now, timeZone)) throw fail('dayInFuture');
  const since = enteredAt === undefined ? undefined : await findCreationTime(db, userId);
  const times = timesOf({ enteredAt }, { now, since });
  const checkIn = { day, answers, timeZone, enteredAt: times.enteredAt, by: access.author };
  const measure = { now, limits };
  const saved =
    version === undefined
      ? await addCheckIn(db, userId, checkIn, measure)
      : await editCheckIn(db, userId, { ...checkIn, version }, measure);
  if ('entry' in saved) {
    jobs.wake('writeSpreadsheet');
    return checkInAnswer(saved.entry, access);
  }
  if (saved.refused === 'entryChanged') {
    throw fail('checkInChanged', { stored: checkInAnswer(saved.stored, access) });
  }
  throw fail(ERRORS[saved.refused]);
});
