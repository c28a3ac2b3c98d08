import type { z } from 'zod';
import { diaryState, slot } from './diary-fields.ts';
import { formerOf, heldInFile, isInOrder } from './entry-file.ts';
import * as field from './fields.ts';

/** The motor diary in the JSON file of an account (`account-file`). */

/** The most half-hours in a file: every one of almost six years. */
export const MAX_DIARY_IN_FILE = 100_000;

/** What an edit can replace. */
const ofHalfHour = { state: diaryState, ...heldInFile };

/** The state of a half-hour. */
export const halfHourInFile = field
  .object({
    /** When the half-hour begins. */
    slot,
    ...ofHalfHour,
    version: field.version,
    formerVersions: formerOf(ofHalfHour),
  })
  .refine(isInOrder, {
    path: ['formerVersions'],
    error: 'must be in order, and before the half-hour’s own version',
  });
export type HalfHourInFile = z.input<typeof halfHourInFile>;
