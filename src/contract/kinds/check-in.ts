import {
  DIZZY_ANSWERS,
  filledAnswers,
  hasAnswer,
  hasBegun,
  isSleepHours,
  MAX_EXERCISE_MINUTES,
  MAX_MOOD,
  MAX_NAP_MINUTES,
  MAX_SLEEP_HOURS,
  MEDICATION_ANSWERS,
  MIN_MOOD,
  MORE_QUESTIONS,
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
  bowels: {
    type: 'flag',
    orNull: true,
    isLater: true,
    title: 'Bowel movement',
    about: 'Whether there was one that day.',
  },
  naps: {
    type: 'whole',
    min: 0,
    max: MAX_NAP_MINUTES,
    orNull: true,
    isLater: true,
    title: 'Naps (minutes)',
  },
  dizzy: {
    type: 'choice',
    values: DIZZY_ANSWERS,
    orNull: true,
    isLater: true,
    title: 'Dizzy',
    about: 'How often, that day.',
  },
} as const satisfies Fields;

const FIRST_COLUMNS = [
  'day',
  'medication',
  'exerciseMinutes',
  'sleepHours',
  'mood',
  'notes',
] as const;
/** The later questions. Their columns come last, so that the columns of earlier files and sheets stay where they are. */
const LAST_COLUMNS = MORE_QUESTIONS;

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
  csv: {
    format: 'checkins',
    title: 'Check-ins',
    columns: [...FIRST_COLUMNS, 'timeZone', 'enteredAt', 'author', 'version', ...LAST_COLUMNS],
  },
  sheet: {
    title: 'CheckIns',
    columns: [...FIRST_COLUMNS, 'enteredAt', 'author', ...LAST_COLUMNS],
  },
  daysOf: ({ day }) => [midnightOf(day)],
  // One a day for a hundred years.
  most: 36_525,
} as const satisfies Kind<typeof fields, CheckInEntry>;
