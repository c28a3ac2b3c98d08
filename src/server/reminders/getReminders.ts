import { fail } from '../platform/http/fail.ts';
import { route } from '../platform/http/route.ts';
import { findTimeZone } from '../profile/queries/profiles.ts';
import { findSettings } from './queries/reminders.ts';
import { remindersAnswer } from './serializer.ts';

export const getReminders = route('getReminders', async ({ context, session }) => {
  const { db } = context;
  if ((await findTimeZone(db, session.userId)) === undefined) throw fail('userNotFound');
  return await remindersAnswer(context, session, await findSettings(db, session.userId));
});
