import {
  filledAnswers,
  hasAnswer,
  hasBegun,
  isSleepHours,
  MAX_EXERCISE_MINUTES,
  MAX_MOOD,
  MAX_SLEEP_HOURS,
  MEDICATION_ANSWERS,
  MIN_MOOD,
  recentCheckInDays,
} from '../../domain/check-in.ts';
import { MAX_NOTES_LENGTH } from '../../domain/symptoms.ts';
import { midnightOf } from '../../domain/zone.ts';
import type { EntryWith, Fields } from './field.ts';
import type { Kind } from './kind.ts';

const fields = {
  day: { type: 'day', title: 'Check-in day', about: 'Not in the future in the time zone.' },
  medication: {
    type: 'choice',
    values: MEDICATION_ANSWERS,
    orNull: true,
    title: 'Medication taken',
  },
  exerciseMinutes: {
    type: 'whole',
    min: 0,
    max: MAX_EXERCISE_MINUTES,
    orNull: true,
    title: 'Exercise (minutes)',
  },
  sleepHours: {
    type: 'number',
    holds: isSleepHours,
    rule: `must be a number of hours from 0 to ${MAX_SLEEP_HOURS}, in quarters`,
    orNull: true,
    title: 'Sleep (hours)',
  },
  mood: {
    type: 'whole',
    min: MIN_MOOD,
    max: MAX_MOOD,
    orNull: true,
    title: 'Mood (1 is very low)',
    about: 'From 1, very low, to 5, very good.',
  },
  notes: { type: 'note', max: MAX_NOTES_LENGTH, title: 'Note' },
} as const satisfies Fields;

/** The check-in of a day. Null and '' mean not answered. */
export interface CheckInEntry extends EntryWith<typeof fields> {}

export const checkIn = {
  name: 'checkIn',
  list: 'checkIns',
  words: { one: 'check-in', the: 'the check-in of a day', many: 'check-ins' },
  savedBy: 'helpers',
  readBy: 'helpers',
  fields,
  key: ['day'],
  at: 'day',
  recent: recentCheckInDays,
  calls: {
    save: 'saveCheckIn',
    list: 'getCheckIns',
    delete: 'deleteCheckIn',
    restore: 'restoreCheckIn',
    deleted: 'getDeletedCheckIns',
  },
  again: { fill: filledAnswers },
  checks: [
    {
      field: 'day',
      holds: ({ day, timeZone }, now) => hasBegun(day, now, timeZone),
      error: 'dayInFuture',
      rule: 'must not be in the future',
    },
    { holds: hasAnswer, error: 'checkInEmpty', rule: 'must hold an answer or a note' },
  ],
  csv: { format: 'checkins', title: 'Check-ins' },
  sheet: {
    title: 'CheckIns',
    columns: [
      'day',
      'medication',
      'exerciseMinutes',
      'sleepHours',
      'mood',
      'notes',
      'enteredAt',
      'author',
    ],
  },
  daysOf: ({ day }) => [midnightOf(day)],
  // One a day for a hundred years.
  most: 36_525,
} as const satisfies Kind<typeof fields, CheckInEntry>;
