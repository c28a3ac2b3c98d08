import type { z } from 'zod';
import { formerOf, heldInFile, isInOrder } from './entry-file.ts';
import * as field from './fields.ts';

/** The medications in the JSON file of an account (`account-file`). */

/** The most versions of medications in a file. */
export const MAX_MEDICATIONS_IN_FILE = 10_000;

/** What an edit of a medication can replace. */
const ofMedication = {
  name: field.medicationName,
  strength: field.strength,
  unit: field.unit,
  form: field.medicationForm,
  isLevodopa: field.flag,
  times: field.plannedTimes,
  asNeeded: field.flag,
  /** The last day; null if there is none. */
  until: field.date.nullable(),
  ...heldInFile,
};

/** How a medication is taken from a date on (a version). A medication has at most one version from each date. */
export const medicationInFile = field
  .object({
    medicationId: field.submissionId,
    /** The first day. */
    from: field.date,
    ...ofMedication,
    version: field.version,
    formerVersions: formerOf(ofMedication),
  })
  .refine(({ from, until }) => until === null || from <= until, {
    path: ['until'],
    error: 'must not be before from',
  })
  .refine(isInOrder, {
    path: ['formerVersions'],
    error: 'must be in order, and before the medication’s own version',
  });
export type MedicationInFile = z.input<typeof medicationInFile>;
