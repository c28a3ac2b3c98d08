import { z } from 'zod';
import { MAX_SLOTS } from '../domain/symptoms.ts';
import * as field from './fields.ts';
import { EXPORT_FORMATS, type ExportFormat, IMPORT_FORMATS } from './file-formats.ts';
import { inWords } from './kind-schemas.ts';
import { byList } from './kinds.ts';

/** The schemas of export and import. `docs/export-format.md` documents the files. */

const CSV_TYPE = 'text/csv; charset=utf-8';
const OTHER_TYPES: Readonly<Record<string, string>> = {
  json: 'application/json; charset=utf-8',
  fhir: 'application/fhir+json; charset=utf-8',
};

export function exportType(format: ExportFormat): string {
  return OTHER_TYPES[format] ?? CSV_TYPE;
}

/** The most forms in a file: three a day for thirty years. */
export const MAX_FORMS_IN_FILE = 33_000;
export const exportQuery = field.object({
  userId: field.userId,
  format: z.enum(EXPORT_FORMATS, field.rule(`must be ${inWords(EXPORT_FORMATS)}`)),
});

export const importInput = field.object({
  userId: field.userId,
  format: z.enum(IMPORT_FORMATS, field.rule(`must be ${inWords(IMPORT_FORMATS)}`)),
  content: z.string(field.rule('must be the text of a file')),
  dryRun: z.boolean(field.rule('must be true or false')).meta({
    description: 'Report what the import would add, and add nothing.',
  }),
});

/** A fault in a file, or a row that was left out, with its position. */
export const importFault = z.object({
  /** The row of a table, counted from 1; for invalid JSON its line; null for any other fault. */
  row: z.int().nullable(),
  /** The column's title, or the path in JSON: 'forms.12.ratings.0.severity'. '' for the whole row or file. */
  path: z.string(),
  /**
   * What is wrong, as the rest of a sentence that starts with `path`: 'must be a whole number from 0 to 5'.
   */
  rule: z.string(),
});
export type ImportFault = z.infer<typeof importFault>;

export const importAnswer = z.object({
  dryRun: z.boolean(),
  formsAdded: z.int(),
  /** Forms that the account already has. */
  formsSkipped: z.int(),
  /**
   * Of each kind, how many entries the file adds, and how many the account already has. Of medications, how many have
   * such versions.
   */
  ...byList(() => z.int().optional(), 'Added'),
  ...byList(() => z.int().optional(), 'Skipped'),
  /** Whether the import adds the file's settings of reminders, or leaves them out because the account has its own. */
  remindersAdded: z.boolean().optional(),
  remindersSkipped: z.boolean().optional(),
  /** The number of ratings in the added forms. */
  ratings: z.int(),
  /** When the first and the last added form were logged: ISO instants in UTC, or null without forms. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** Names added to the slots, or with `slot` null to the past symptoms. */
  symptoms: z.array(z.object({ name: z.string(), slot: z.int().min(1).max(MAX_SLOTS).nullable() })),
  /** The number of rows of a legacy table that were left out. `leftOut` has the first `MAX_FAULTS` of them. */
  rowsLeftOut: z.int(),
  leftOut: z.array(importFault),
});
export type ImportAnswer = z.infer<typeof importAnswer>;
