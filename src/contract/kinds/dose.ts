import { RECENT_DOSES_MS } from '../../domain/doses.ts';
import {
  isAmount,
  isStrength,
  MAX_AMOUNT,
  MAX_STRENGTH,
  MAX_UNIT_LENGTH,
} from '../../domain/regimen.ts';
import { MAX_NAME_LENGTH } from '../../domain/symptoms.ts';
import type { EntryWith, Fields } from './field.ts';
import type { Kind } from './kind.ts';

const fields = {
  doseId: { type: 'id', title: 'Dose id' },
  medicationId: { type: 'id', set: 'once', title: 'Medication id' },
  name: { type: 'line', min: 1, max: MAX_NAME_LENGTH, set: 'server', title: 'Medication' },
  strength: {
    type: 'number',
    holds: isStrength,
    rule: `must be a number above 0 and at most ${MAX_STRENGTH}`,
    orNull: true,
    set: 'server',
    title: 'Strength',
  },
  unit: { type: 'line', min: 0, max: MAX_UNIT_LENGTH, set: 'server', title: 'Unit' },
  isLevodopa: { type: 'flag', set: 'server', title: 'Levodopa' },
  amount: {
    type: 'number',
    holds: isAmount,
    rule: `must be a number above 0 and at most ${MAX_AMOUNT}, with at most two decimals`,
    title: 'Amount',
  },
  takenAt: {
    type: 'instant',
    title: 'Taken at (UTC)',
    about: 'When it was taken; for a skipped dose, when that was decided.',
  },
  scheduledFor: {
    type: 'instant',
    orNull: true,
    title: 'Planned for (UTC)',
    about: 'The planned time that it is for; none for a dose as needed.',
  },
  status: { type: 'choice', values: ['taken', 'skipped'], title: 'Status' },
} as const satisfies Fields;

/** A dose that was taken or skipped, with name and strength as they were then. */
export interface DoseEntry extends EntryWith<typeof fields> {}

export const dose = {
  name: 'dose',
  list: 'doses',
  words: { one: 'dose', the: 'a dose', many: 'doses' },
  savedBy: 'helpers',
  readBy: 'helpers',
  fields,
  key: ['doseId'],
  at: 'takenAt',
  recent: (now) => ({ from: now - RECENT_DOSES_MS }),
  calls: {
    save: 'logDose',
    edit: 'updateDose',
    list: 'getDoses',
    delete: 'deleteDose',
    restore: 'restoreDose',
    deleted: 'getDeletedDoses',
  },
  again: 'stays',
  errors: ['medicationNotFound'],
  csv: {
    format: 'doses',
    title: 'Doses',
    columns: [
      'date',
      'time',
      'timeZone',
      'name',
      'strength',
      'unit',
      'amount',
      'status',
      'takenAt',
      'scheduledFor',
      'enteredAt',
      'author',
      'isLevodopa',
      'version',
      'doseId',
      'medicationId',
    ],
  },
  sheet: {
    title: 'Doses',
    columns: [
      'doseId',
      'takenAt',
      'name',
      'strength',
      'unit',
      'amount',
      'status',
      'scheduledFor',
      'enteredAt',
      'author',
    ],
    titles: {
      takenAt: 'Time',
      amount: 'Amount (tablets or other units)',
      scheduledFor: 'Planned time',
    },
  },
  daysOf: ({ scheduledFor }) => (scheduledFor === null ? [] : [scheduledFor]),
  // Nine a day for thirty years.
  most: 100_000,
} as const satisfies Kind<typeof fields, DoseEntry>;
