import { changedReminders } from '../../domain/reminder-changes.ts';
import { fail } from '../platform/http/fail.ts';
import { route } from '../platform/http/route.ts';
import { findTimeZone } from '../profile/queries/profiles.ts';
import { changeReminders } from './queries/reminders.ts';
import { remindersAnswer } from './serializer.ts';

export const saveReminders = route('saveReminders', async ({ context, input, session }) => {
  const { db, clock, jobs } = context;
  const { userId } = session;
  if ((await findTimeZone(db, userId)) === undefined) throw fail('userNotFound');
  const settings = await changeReminders(db, userId, clock(), (stored) =>
    changedReminders(stored, input),
  );
  if (!settings) throw fail('userNotFound');
  jobs.wake('remind');
  return await remindersAnswer(context, session, settings);
});
