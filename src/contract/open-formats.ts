import { z } from 'zod';
import { MAX_SLOTS } from '../domain/symptoms.ts';
import * as field from './fields.ts';
import { EXPORT_FORMATS, type ExportFormat, IMPORT_FORMATS } from './file-formats.ts';

/** What a person's data goes out as, and what it comes in as. `docs/export-format.md` explains the files. */

export const EXPORT_TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  fhir: 'application/fhir+json; charset=utf-8',
};

/** How many forms a file may hold: thirty years of three a day. */
export const MAX_FORMS_IN_FILE = 33_000;
export const exportQuery = field.object({
  userId: field.userId,
  format: z.enum(EXPORT_FORMATS, field.rule('must be csv, json or fhir')),
});

export const importInput = field.object({
  userId: field.userId,
  format: z.enum(IMPORT_FORMATS, field.rule('must be json, csv or legacy')),
  content: z.string(field.rule('must be the text of a file')),
  dryRun: z.boolean(field.rule('must be true or false')).meta({
    description: 'Tell what would be added, and add nothing.',
  }),
});

/** What is wrong, or was left out, and where. */
export const importFault = z.object({
  /** The row of a table, as a spreadsheet counts them; null in a JSON file. */
  row: z.int().nullable(),
  /** The column's title, or the place in a JSON file: 'forms.12.ratings.0.severity'. '' for all of it. */
  path: z.string(),
  /** The end of a sentence that begins with the path. */
  rule: z.string(),
});
export type ImportFault = z.infer<typeof importFault>;

export const importAnswer = z.object({
  dryRun: z.boolean(),
  formsAdded: z.int(),
  /** Forms that are there already. */
  formsSkipped: z.int(),
  /** Ratings in the forms that are added. */
  ratings: z.int(),
  /** When the first and the last of them was logged: ISO instants in UTC, null where there is none. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** Names that come to the slots or to the past symptoms. */
  symptoms: z.array(z.object({ name: z.string(), slot: z.int().min(1).max(MAX_SLOTS).nullable() })),
  /** Rows of a legacy table that cannot be forms: how many, and the first of them. */
  rowsLeftOut: z.int(),
  leftOut: z.array(importFault),
});
export type ImportAnswer = z.infer<typeof importAnswer>;
