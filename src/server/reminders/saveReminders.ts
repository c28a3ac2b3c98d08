import { changedReminders } from '../../domain/reminder-changes.ts';
import { fail } from '../platform/http/fail.ts';
import { route } from '../platform/http/route.ts';
import { findTimeZone } from '../profile/queries/profiles.ts';
import { changeReminders } from './queries/reminders.ts';
import { remindersAnswer } from './serializer.ts';

export const saveReminders = route('saveReminders', async ({ context, input, session }) => {
  const { db, secrets, ntfy, clock, jobs } = context;
  const { userId } = session;
  if ((await findTimeZone(db, userId)) === undefined) throw fail('userNotFound');
  const { ntfy: target } = input;
  if (target && !ntfy.mayReach(target.url)) throw fail('ntfyForbidden');
  const sealed = target && secrets.seal(JSON.stringify(target));
  const settings = await changeReminders(
    db,
    userId,
    clock(),
    (stored) => changedReminders(stored, input),
    sealed,
  );
  if (!settings) throw fail('userNotFound');
  jobs.wake('remind');
  return await remindersAnswer(context, session, settings);
});
