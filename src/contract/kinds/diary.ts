import { hasPassed } from '../../domain/clocks.ts';
import {
  DIARY_STATES,
  type DiaryState,
  isRecalled,
  isSlot,
  recentDiary,
} from '../../domain/diary.ts';
import { EARLIEST_BIRTHDAY } from '../../domain/person.ts';
import { DAY_MS } from '../../domain/zone.ts';
import type { EntryWith, Fields } from './field.ts';
import type { Kind } from './kind.ts';

const STATE_WORDS: Readonly<Record<DiaryState, string>> = {
  asleep: 'asleep',
  off: 'off',
  on: 'on',
  onWithDyskinesia: 'on with dyskinesia',
  onWithTroublesomeDyskinesia: 'on with troublesome dyskinesia',
};

const fields = {
  slot: {
    type: 'instant',
    earliest: EARLIEST_BIRTHDAY,
    title: 'Half-hour (UTC)',
    about: 'When the half-hour begins, on the clock of the time zone.',
  },
  state: { type: 'choice', values: DIARY_STATES, words: STATE_WORDS, title: 'State' },
} as const satisfies Fields;

/** The state of a half-hour in the motor diary. */
export interface HalfHourEntry extends EntryWith<typeof fields> {}

export const diary = {
  name: 'diary',
  list: 'diary',
  words: { one: 'half-hour', the: 'half-hours of the diary', many: 'half-hours' },
  savedBy: 'helpers',
  readBy: 'helpers',
  fields,
  key: ['slot'],
  at: 'slot',
  recent: recentDiary,
  calls: {
    save: 'saveDiary',
    list: 'getDiary',
    delete: 'deleteDiary',
    restore: 'restoreDiary',
    deleted: 'getDeletedDiary',
  },
  // The half-hours of two days, one of which has 25 hours.
  atOnce: 98,
  // A hundred days, one of which may have 25 hours.
  longestSpan: 100 * DAY_MS + 3_600_000,
  again: 'same',
  renewsEnteredAt: true,
  checks: [
    {
      field: 'slot',
      holds: ({ slot, timeZone }) => isSlot(slot, timeZone),
      error: 'noHalfHour',
      rule: 'must begin a half-hour of its time zone',
    },
    {
      field: 'slot',
      holds: ({ slot }, now) => hasPassed(slot, now),
      error: 'halfHourInFuture',
      rule: 'must not be in the future',
    },
  ],
  csv: {
    format: 'diary',
    title: 'Motor diary',
    computed: { isRecalled: { title: 'Recalled', of: isRecalled } },
    columns: [
      'date',
      'time',
      'timeZone',
      'state',
      'slot',
      'enteredAt',
      'isRecalled',
      'author',
      'version',
    ],
  },
  // Every half-hour of almost six years.
  most: 100_000,
} as const satisfies Kind<typeof fields, HalfHourEntry>;
