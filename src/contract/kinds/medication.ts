import {
  isStrength,
  MAX_DOSE_FORM_LENGTH,
  MAX_STRENGTH,
  MAX_TIMES_A_DAY,
  MAX_UNIT_LENGTH,
} from '../../domain/regimen.ts';
import { compareText } from '../../domain/sorted.ts';
import { MAX_NAME_LENGTH } from '../../domain/symptoms.ts';
import type { EntryWith, Fields } from './field.ts';
import type { Kind } from './kind.ts';

const fields = {
  medicationId: { type: 'id', title: 'Medication id' },
  name: { type: 'line', min: 1, max: MAX_NAME_LENGTH, title: 'Medication' },
  strength: {
    type: 'number',
    holds: isStrength,
    rule: `must be a number above 0 and at most ${MAX_STRENGTH}`,
    orNull: true,
    title: 'Strength',
    about:
      'The amount of drug in one tablet or unit; for a combination with levodopa, of the levodopa alone. Null if it is not known.',
  },
  unit: {
    type: 'line',
    min: 0,
    max: MAX_UNIT_LENGTH,
    title: 'Unit',
    about: 'The unit of the strength, such as mg.',
  },
  form: {
    type: 'line',
    min: 0,
    max: MAX_DOSE_FORM_LENGTH,
    title: 'Form',
    about: 'Such as tablet.',
  },
  isLevodopa: { type: 'flag', title: 'Levodopa' },
  times: { type: 'times', most: MAX_TIMES_A_DAY, title: 'Times' },
  asNeeded: { type: 'flag', title: 'As needed' },
  from: { type: 'day', title: 'From', about: 'The first day.' },
  until: {
    type: 'day',
    orNull: true,
    title: 'Until',
    about: 'The last day; null if the end is not known. A later version ends this one before.',
  },
} as const satisfies Fields;

/** How a medication is taken from a date on: a version of the medication. */
export interface MedicationEntry extends EntryWith<typeof fields> {}

export const medication = {
  name: 'medication',
  list: 'medications',
  words: { one: 'medication', the: 'a version of a medication', many: 'medications' },
  savedBy: 'person',
  readBy: 'helpers',
  fields,
  key: ['medicationId', 'from'],
  at: 'from',
  isListedWhole: true,
  order: {
    words: 'by name, then by date',
    compare: (one, other) =>
      compareText(one.name, other.name) ||
      compareText(one.medicationId, other.medicationId) ||
      compareText(one.from, other.from),
  },
  calls: {
    save: 'saveMedication',
    list: 'getMedications',
    delete: 'deleteMedication',
    restore: 'restoreMedication',
  },
  again: 'same',
  checks: [
    {
      field: 'until',
      holds: ({ from, until }) => !from || !until || from <= until,
      rule: 'must not be before from',
    },
  ],
  saveVerb: 'Changed',
  changesReminders: true,
  changesDaysFrom: ({ from }) => from,
  importedAs: 'medicationId',
  most: 10_000,
} as const satisfies Kind<typeof fields, MedicationEntry>;
