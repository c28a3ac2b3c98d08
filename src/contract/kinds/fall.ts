import { filledFall, HOW_FAR, recentFallDays } from '../../domain/falls.ts';
import { MAX_NOTES_LENGTH } from '../../domain/symptoms.ts';
import type { EntryWith, Fields } from './field.ts';
import type { Kind } from './kind.ts';

const fields = {
  fallId: { type: 'id', title: 'Fall id' },
  fellAt: { type: 'instant', title: 'Fell at (UTC)' },
  reached: {
    type: 'choice',
    values: HOW_FAR,
    title: 'Reached',
    about: '`nearly`: the person was about to fall, and did not.',
  },
  hurt: { type: 'flag', orNull: true, title: 'Hurt', about: 'Null if the person did not say.' },
  notes: { type: 'note', max: MAX_NOTES_LENGTH, title: 'Note' },
} as const satisfies Fields;

/** A fall to the floor, or one that nearly happened. */
export interface FallEntry extends EntryWith<typeof fields> {}

export const fall = {
  name: 'fall',
  list: 'falls',
  words: { one: 'fall', the: 'a fall', many: 'falls' },
  savedBy: 'helpers',
  readBy: 'helpers',
  fields,
  key: ['fallId'],
  at: 'fellAt',
  recent: recentFallDays,
  isListedByDay: true,
  calls: {
    save: 'saveFall',
    list: 'getFalls',
    delete: 'deleteFall',
    restore: 'restoreFall',
    deleted: 'getDeletedFalls',
  },
  again: { fill: filledFall },
  csv: {
    format: 'falls',
    title: 'Falls',
    columns: [
      'date',
      'time',
      'timeZone',
      'reached',
      'hurt',
      'notes',
      'fellAt',
      'enteredAt',
      'author',
      'version',
      'fallId',
    ],
  },
  // Nine a day for thirty years.
  most: 100_000,
} as const satisfies Kind<typeof fields, FallEntry>;
