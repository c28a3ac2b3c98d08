import { fail } from '../platform/http/fail.ts';
import { route } from '../platform/http/route.ts';
import { findTimeZone } from '../profile/queries/profiles.ts';
import { saveMedication as save } from './queries/medications.ts';
import { medicationAnswer } from './serializer.ts';

const ERRORS = { entryNotFound: 'medicationNotFound', entryChanged: 'medicationChanged' } as const;

export const saveMedication = route('saveMedication', async ({ context, input, session }) => {
  const { db, clock, limits, jobs } = context;
  const { userId } = session;
  const profileZone = await findTimeZone(db, userId);
  if (profileZone === undefined) throw fail('userNotFound');
  const times = input.times.toSorted((one, other) => (one.time < other.time ? -1 : 1));
  const { userId: _, timeZone = profileZone, version, ...values } = input;
  const medication = { ...values, times, timeZone, version };
  const saved = await save(db, userId, medication, { now: clock(), limits });
  if ('refused' in saved) throw fail(ERRORS[saved.refused]);
  jobs.wake('writeSpreadsheet');
  return medicationAnswer(saved.entry);
});
