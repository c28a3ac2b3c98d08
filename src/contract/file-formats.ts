import { checkIn } from './kinds/check-in.ts';
import { diary } from './kinds/diary.ts';
import { dose } from './kinds/dose.ts';
import { CSV_KINDS } from './kinds.ts';

/**
 * The file formats of export and import, separate from `open-formats` so that the browser loads no schemas.
 */

const CSV_FORMATS = CSV_KINDS.map(({ csv }) => csv.format);

/** `csv` is the CSV file of the ratings; some kinds of entries have a CSV file too. */
export const EXPORT_FORMATS = ['csv', ...CSV_FORMATS, 'json', 'fhir'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/**
 * The header with the total of an export, to show progress: ratings (CSV) or entries.
 */
export const EXPORT_TOTAL_HEADER = 'progress-total';

/** `legacy` is a table from another source, with userId, timestamp, symptomName, severity and notes. */
export const IMPORT_FORMATS = ['json', 'csv', ...CSV_FORMATS, 'legacy'] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** The column titles by which an import recognizes our CSV files. Each title is in only one of the files. */
export const FORM_NUMBER_TITLE = 'Form #';
export const DOSE_ID_TITLE = dose.fields.doseId.title;
export const CHECK_IN_DAY_TITLE = checkIn.fields.day.title;
export const HALF_HOUR_TITLE = diary.fields.slot.title;

/** A column title in its form for comparison: lower case and trimmed. */
export function plainTitle(title: string): string {
  return title.trim().toLowerCase();
}

/** 16 MiB. Ten years of forms with long notes take about 10 MB. */
export const MAX_IMPORT_BYTES = 16_777_216;
/** The most faults that are reported for a file. */
export const MAX_FAULTS = 20;
