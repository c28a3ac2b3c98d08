import { z } from 'zod';
import * as field from './fields.ts';

/** The medications and doses in the JSON file of an account (`account-file`). */

/** The most versions of medications in a file. */
export const MAX_MEDICATIONS_IN_FILE = 10_000;
/** The most doses in a file: nine a day for thirty years. */
export const MAX_DOSES_IN_FILE = 100_000;

/** The fields that all entries in the file share, except forms. */
export const entry = {
  enteredAt: field.instant,
  timeZone: field.timeZone,
  /** Who made the entry: 'self' is the person; any other text is a name. */
  author: field.author,
  /** When the entry was deleted. */
  deletedAt: field.instant.optional(),
};

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
  ...entry,
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

/** The values that edits replaced, the oldest first. */
export function formerOf<Shape extends z.ZodRawShape>(shape: Shape) {
  const former = field.object({ version: field.version, replacedAt: field.instant, ...shape });
  return z.array(former, field.rule('must be a list of former versions'));
}

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
    ...entry,
    version: field.version,
    formerVersions: formerOf(ofDose),
  })
  .refine(isInOrder, {
    path: ['formerVersions'],
    error: 'must be in order, and before the dose’s own version',
  });
export type DoseInFile = z.input<typeof doseInFile>;

/** Whether the former versions are in ascending order, and all lower than the entry's own version. */
export function isInOrder({
  version,
  formerVersions,
}: {
  readonly version: number;
  readonly formerVersions: readonly { readonly version: number }[];
}): boolean {
  return [...formerVersions.map((former) => former.version), version].every(
    (each, index, all) => index === 0 || each > (all[index - 1] ?? 0),
  );
}
