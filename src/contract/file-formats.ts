/**
 * The file formats of export and import, separate from `open-formats` so that the browser loads no schemas.
 */

/** `csv` has the ratings, and `doses` is a CSV file of the doses. */
export const EXPORT_FORMATS = ['csv', 'doses', 'json', 'fhir'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/**
 * The header with the total of an export, to show progress: ratings (CSV), doses, or entries (JSON and FHIR).
 */
export const EXPORT_TOTAL_HEADER = 'progress-total';

/** `legacy` is a table from another source, with userId, timestamp, symptomName, severity and notes. */
export const IMPORT_FORMATS = ['json', 'csv', 'doses', 'legacy'] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** A column title that only our own CSV of ratings has, and one that only our CSV of doses has. */
export const FORM_NUMBER_TITLE = 'Form #';
export const DOSE_ID_TITLE = 'Dose id';

/** A column title in its form for comparison: lower case and trimmed. */
export function plainTitle(title: string): string {
  return title.trim().toLowerCase();
}

/** 64 MiB. Ten years of forms take about 10 MB. */
export const MAX_IMPORT_BYTES = 67_108_864;
/** The most faults that are reported for a file. */
export const MAX_FAULTS = 20;
