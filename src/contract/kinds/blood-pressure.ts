import {
  filledReading,
  POSITIONS,
  PRESSURE_LIMITS,
  recentPressureDays,
} from '../../domain/pressure.ts';
import type { EntryWith, Fields } from './field.ts';
import type { Kind } from './kind.ts';

const { systolic, diastolic, pulse } = PRESSURE_LIMITS;

const fields = {
  readingId: { type: 'id', title: 'Reading id' },
  measuredAt: {
    type: 'instant',
    title: 'Measured at (UTC)',
    about: 'When the sitting began, for each of its readings; or the time of this reading.',
  },
  position: {
    type: 'choice',
    values: POSITIONS,
    title: 'Position',
    about: 'Lying, or after standing for 1 or 3 minutes.',
  },
  systolic: {
    type: 'whole',
    min: systolic.least,
    max: systolic.most,
    title: 'Upper number (mmHg)',
    about: 'In mmHg.',
  },
  diastolic: {
    type: 'whole',
    min: diastolic.least,
    max: diastolic.most,
    title: 'Lower number (mmHg)',
    about: 'In mmHg.',
  },
  pulse: {
    type: 'whole',
    min: pulse.least,
    max: pulse.most,
    orNull: true,
    title: 'Pulse (a minute)',
    about: 'Beats a minute. Null if it was not entered.',
  },
} as const satisfies Fields;

/** A reading of blood pressure, lying or after standing up. */
export interface PressureEntry extends EntryWith<typeof fields> {}

export const bloodPressure = {
  name: 'bloodPressure',
  list: 'bloodPressure',
  words: {
    one: 'blood pressure reading',
    the: 'blood pressure readings',
    many: 'blood pressure readings',
  },
  savedBy: 'helpers',
  readBy: 'helpers',
  fields,
  key: ['readingId'],
  at: 'measuredAt',
  recent: recentPressureDays,
  isListedByDay: true,
  calls: {
    save: 'saveBloodPressure',
    list: 'getBloodPressure',
    delete: 'deleteBloodPressure',
    restore: 'restoreBloodPressure',
    deleted: 'getDeletedBloodPressure',
  },
  // The readings of four sittings.
  atOnce: 12,
  again: { fill: filledReading },
  csv: {
    format: 'bloodpressure',
    title: 'Blood pressure',
    columns: [
      'date',
      'time',
      'timeZone',
      'position',
      'systolic',
      'diastolic',
      'pulse',
      'measuredAt',
      'enteredAt',
      'author',
      'version',
      'readingId',
    ],
  },
  // Nine a day for thirty years.
  most: 100_000,
} as const satisfies Kind<typeof fields, PressureEntry>;
