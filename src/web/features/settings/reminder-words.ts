import type { ReminderChannel, ReminderKind } from '../../../domain/reminders.ts';

/** The kinds with a switch, in the order of the screen. All names but those of forms and of the diary are the spec's. */
export const SHOWN_KINDS = [
  'form',
  'checkIn',
  'dose',
  'exercise',
  'diary',
  'weeklyReport',
] as const;

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
