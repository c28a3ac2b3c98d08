import type { z } from 'zod';
import { hasAnswer } from '../domain/check-in.ts';
import * as field from './fields.ts';
import { entry, formerOf, isInOrder } from './medication-file.ts';

/** The check-ins in the JSON file of an account (`account-file`). */

/** The most check-ins in a file: one a day for a hundred years. */
export const MAX_CHECK_INS_IN_FILE = 36_525;

/** What an edit can replace. Null means not answered. */
const ofCheckIn = {
  medication: field.medicationAnswer,
  exerciseMinutes: field.exerciseMinutes,
  sleepHours: field.sleepHours,
  /** 1 (very low) to 5 (very good). */
  mood: field.mood,
  notes: field.checkInNotes,
  ...entry,
};

export const NO_ANSWER_RULE = 'must hold an answer or a note';

/** The check-in of a day. */
export const checkInInFile = field
  .object({
    day: field.date,
    ...ofCheckIn,
    version: field.version,
    formerVersions: formerOf(ofCheckIn),
  })
  .refine(hasAnswer, NO_ANSWER_RULE)
  .refine(isInOrder, {
    path: ['formerVersions'],
    error: 'must be in order, and before the check-in’s own version',
  });
export type CheckInInFile = z.input<typeof checkInInFile>;
