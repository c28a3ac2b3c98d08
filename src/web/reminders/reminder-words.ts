import type { ReminderChannel, ReminderKind } from '../../domain/reminders.ts';

/** The kinds with a switch, in the order of the screen. */
export const SHOWN_KINDS = [
  'form',
  'checkIn',
  'dose',
  'exercise',
  'diary',
  'weeklyReport',
] as const;

/** The names are from the spec, except those of the form and the diary. */
export const KIND_WORDS: Readonly<Record<ReminderKind, string>> = {
  form: 'Symptom Form Reminders',
  checkIn: 'Daily Health Check-in',
  dose: 'Medication Reminders',
  exercise: 'Exercise Reminders',
  diary: 'Diary Reminders',
  weeklyReport: 'Weekly Health Report',
};

export const CHANNEL_WORDS: Readonly<Record<ReminderChannel, string>> = {
  push: 'On my phone',
  calendar: 'In my calendar',
  email: 'By email',
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
