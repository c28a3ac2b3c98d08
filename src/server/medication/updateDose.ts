import { hasPassed } from '../../domain/clocks.ts';
import { fail } from '../platform/http/fail.ts';
import { route } from '../platform/http/route.ts';
import { editDose } from './queries/doses.ts';
import { doseAnswer } from './serializer.ts';

const ERRORS = { entryNotFound: 'doseNotFound', entryChanged: 'doseChanged' } as const;

export const updateDose = route('updateDose', async ({ context, input, access }) => {
  const { db, clock, limits, jobs } = context;
  const now = clock();
  const { doseId, version, amount, status, takenAt, scheduledFor } = input;
  if (takenAt !== undefined && !hasPassed(Date.parse(takenAt), now)) throw fail('timeInFuture');
  const changes = {
    amount,
    status,
    loggedAt: takenAt === undefined ? undefined : Math.min(Date.parse(takenAt), now),
    scheduledFor: typeof scheduledFor === 'string' ? Date.parse(scheduledFor) : scheduledFor,
  };
  const { userId, author: by } = access;
  const edited = await editDose(db, userId, doseId, { version, changes, by }, { now, limits });
  if ('refused' in edited) throw fail(ERRORS[edited.refused]);
  jobs.wake('writeSpreadsheet');
  return doseAnswer(edited.entry, access);
});
