import type { ReminderAnswer } from '../../contract/entities.ts';
import type { DateStyle } from '../../domain/formats.ts';
import type { ReminderChannel, ReminderKind } from '../../domain/reminders.ts';
import { shortDay } from '../../domain/visit-days.ts';
import { dateOf } from '../../domain/zone.ts';

/** The kinds with a switch, in the order of the screen. */
export const SHOWN_KINDS = [
  'form',
  'checkIn',
  'dose',
  'exercise',
  'diary',
  'refill',
  'weeklyReport',
] as const;

/** The names are from the spec, except those of the form and the diary. */
export const KIND_WORDS: Readonly<Record<ReminderKind, string>> = {
  form: 'Symptom Form Reminders',
  checkIn: 'Daily Health Check-in',
  dose: 'Medication Reminders',
  exercise: 'Exercise Reminders',
  diary: 'Diary Reminders',
  refill: 'Tablets Run Out',
  weeklyReport: 'Weekly Health Report',
};

export const CHANNEL_WORDS: Readonly<Record<ReminderChannel, string>> = {
  push: 'On my phone',
  calendar: 'In my calendar',
  email: 'By email',
  ntfy: 'With the ntfy app',
};

export const WEEKDAYS = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
];

/** 'Paused today' or 'Paused until Nov 30'; undefined if the reminders are not paused. */
export function pauseWords(
  { pausedUntil }: Pick<ReminderAnswer, 'pausedUntil'>,
  user: DateStyle & { readonly timeZone: string },
): string | undefined {
  const today = dateOf(Date.now(), user.timeZone);
  if (pausedUntil === null || pausedUntil < today) return undefined;
  return pausedUntil === today ? 'Paused today' : `Paused until ${shortDay(pausedUntil, user)}`;
}
