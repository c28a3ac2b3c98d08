import { create as contentDisposition } from 'content-disposition';
import { medication } from '../../contract/kinds/medication.ts';
import { byMedication, versionOn } from '../../domain/regimen.ts';
import { isQuiet } from '../../domain/reminders.ts';
import { compareText } from '../../domain/sorted.ts';
import { dateOf } from '../../domain/zone.ts';
import { entriesOf } from '../entries/queries/find.ts';
import { fail } from '../platform/http/fail.ts';
import { route } from '../platform/http/route.ts';
import { dateStyleOf, findPerson } from '../profile/queries/profiles.ts';
import { type CalendarReminder, calendarFile } from './calendar-file.ts';
import { neutralTitle } from './notification.ts';
import { findSettings } from './queries/reminders.ts';

/**
 * The file names no medications, because the company that runs a calendar can read it. It leaves out times in the
 * person's quiet hours.
 */
export const getCalendarFile = route('getCalendarFile', async ({ context, session, reply }) => {
  const { db, secrets, clock } = context;
  const { userId } = session;
  const now = clock();
  const person = await findPerson(db, userId);
  if (!person) throw fail('userNotFound');
  const { timeZone } = person;
  const today = dateOf(now, timeZone);
  const style = dateStyleOf(person);
  const { reminders, quiet } = await findSettings(db, userId);
  const wanted: CalendarReminder[] = [];
  for (const { kind, on, times, channels } of reminders) {
    if (!on || !channels.includes('calendar')) continue;
    const all = kind === 'dose' ? await doseTimes(today) : times;
    wanted.push({
      kind,
      times: all.filter((time) => !isQuiet(quiet, time)),
      title: (time) => neutralTitle({ kind, time }, style),
    });
  }
  if (!wanted.some(({ times }) => times.length > 0)) throw fail('noReminders');
  const id = secrets.keyedHash(`calendar of ${userId}`).slice(0, 32);
  reply
    .type('text/calendar; charset=utf-8')
    .header('content-disposition', contentDisposition('Symptom Tracker reminders.ics'));
  return calendarFile(wanted, { id, timeZone, from: today, madeAt: now });

  /** The planned times of all medications on a day, sorted and without duplicates. */
  async function doseTimes(day: string): Promise<string[]> {
    const versions = byMedication(await entriesOf(medication).all(db, userId)).values();
    const inForce = [...versions].flatMap((each) => versionOn(each, day) ?? []);
    const all = inForce.flatMap((version) => version.times.map(({ time }) => time));
    return [...new Set(all)].sort(compareText);
  }
});
