import type { z } from 'zod';
import { formerOf, heldInFile, isInOrder } from './entry-file.ts';
import * as field from './fields.ts';
import { topics, visitDay } from './visit-fields.ts';

/** The visits in the JSON file of an account (`account-file`). */

/** The most visits in a file: one a week for two hundred years. */
export const MAX_VISITS_IN_FILE = 10_000;

/** What an edit can replace. */
const ofVisit = { day: visitDay, topics, ...heldInFile };

/** A visit with the doctor. `day` is null if it is not known yet. */
export const visitInFile = field
  .object({
    visitId: field.submissionId,
    ...ofVisit,
    version: field.version,
    formerVersions: formerOf(ofVisit),
  })
  .refine(isInOrder, {
    path: ['formerVersions'],
    error: 'must be in order, and before the visit’s own version',
  });
export type VisitInFile = z.input<typeof visitInFile>;
