import type { z } from 'zod';
import { formerOf, heldInFile, isInOrder } from './entry-file.ts';
import * as field from './fields.ts';

/** The medications and doses in the JSON file of an account (`account-file`). */

/** The most versions of medications in a file. */
export const MAX_MEDICATIONS_IN_FILE = 10_000;
/** The most doses in a file: nine a day for thirty years. */
export const MAX_DOSES_IN_FILE = 100_000;

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

/** What an edit of a dose can replace. */
const ofDose = {
  amount: field.amount,
  /** When the dose was taken; for a skipped dose, when the person decided to skip it. */
  takenAt: field.instant,
  /** The planned time; null for a dose that was not planned. */
  scheduledFor: field.instant.nullable(),
  status: field.doseStatus,
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

/** A dose, with name and strength as they were when it was logged. */
export const doseInFile = field
  .object({
    doseId: field.submissionId,
    medicationId: field.submissionId,
    name: field.medicationName,
    strength: field.strength,
    unit: field.unit,
    isLevodopa: field.flag,
    ...ofDose,
    ...heldInFile,
    version: field.version,
    formerVersions: formerOf(ofDose),
  })
  .refine(isInOrder, {
    path: ['formerVersions'],
    error: 'must be in order, and before the dose’s own version',
  });
export type DoseInFile = z.input<typeof doseInFile>;
