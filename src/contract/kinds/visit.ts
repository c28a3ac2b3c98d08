import { MAX_TOPIC_LENGTH, MAX_TOPICS } from '../../domain/visit.ts';
import type { EntryWith, Fields } from './field.ts';
import type { Kind } from './kind.ts';

const fields = {
  visitId: { type: 'id', title: 'Visit id' },
  day: { type: 'day', orNull: true, title: 'Day', about: 'Null if the day is not known yet.' },
  topics: {
    type: 'lines',
    most: MAX_TOPICS,
    max: MAX_TOPIC_LENGTH,
    title: 'Topics',
    about: 'What the person wants to talk about.',
  },
  bloodPressure: {
    type: 'flag',
    orNull: true,
    isLater: true,
    title: 'Blood pressure',
    about: 'True if the person wants to measure it on the five days before the visit.',
  },
} as const satisfies Fields;

/** A visit with the doctor. `day` is null if it is not known yet. */
export interface VisitEntry extends EntryWith<typeof fields> {}

export const visit = {
  name: 'visit',
  list: 'visits',
  words: { one: 'visit', the: 'a visit with the doctor', many: 'visits' },
  savedBy: 'person',
  readBy: 'person',
  fields,
  key: ['visitId'],
  at: 'day',
  isListedWhole: true,
  calls: {
    save: 'saveVisit',
    list: 'getVisits',
    delete: 'deleteVisit',
    restore: 'restoreVisit',
    deleted: 'getDeletedVisits',
  },
  again: 'same',
  single: {
    field: 'day',
    holds: ({ day }) => day === null,
    error: 'visitWithoutDay',
    rule: 'must be a date, because another visit has none',
  },
  changesReminders: true,
  // One a week for two hundred years.
  most: 10_000,
} as const satisfies Kind<typeof fields, VisitEntry>;
