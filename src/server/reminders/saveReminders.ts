import type { Parsed } from '../../contract/endpoints.ts';
import type { ReminderSettings } from '../../domain/reminders.ts';
import { compareText } from '../../domain/sorted.ts';
import { fail } from '../platform/http/fail.ts';
import { route } from '../platform/http/route.ts';
import { findTimeZone } from '../profile/queries/profiles.ts';
import { changeReminders } from './queries/reminders.ts';
import { remindersAnswer } from './serializer.ts';

export const saveReminders = route('saveReminders', async ({ context, input, session }) => {
  const { db, clock, jobs } = context;
  const { userId } = session;
  if ((await findTimeZone(db, userId)) === undefined) throw fail('userNotFound');
  const settings = await changeReminders(db, userId, clock(), (stored) => changed(stored, input));
  if (!settings) throw fail('userNotFound');
  jobs.wake('remind');
  return await remindersAnswer(context, session, settings);
});

/** The settings with what the input has. Those of doses have no times of their own. */
function changed(stored: ReminderSettings, input: Parsed<'saveReminders'>): ReminderSettings {
  const { quiet, pausedUntil, showsNames, repeats } = input;
  return {
    reminders: stored.reminders.map((former) => {
      const given = input.reminders.find(({ kind }) => kind === former.kind);
      if (!given) return former;
      const times = given.kind === 'dose' ? [] : [...(given.times ?? former.times)];
      return {
        ...former,
        on: given.on,
        times: times.sort(compareText),
        weekday: former.weekday === null ? null : (given.weekday ?? former.weekday),
        channels: given.channels,
      };
    }),
    quiet: quiet === undefined ? stored.quiet : quiet,
    pausedUntil: pausedUntil === undefined ? stored.pausedUntil : pausedUntil,
    showsNames: showsNames ?? stored.showsNames,
    repeats: repeats ?? stored.repeats,
  };
}
