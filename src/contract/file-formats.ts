/** The files that a person's data goes out as and comes in as: what the browser loads of `open-formats`. */

export const EXPORT_FORMATS = ['csv', 'json', 'fhir'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** The header that tells how many lines of the export are to come: ratings, forms or entries. */
export const EXPORT_TOTAL_HEADER = 'progress-total';

/** `legacy` is a table of another origin: userId, timestamp, symptomName, severity, notes. */
export const IMPORT_FORMATS = ['json', 'csv', 'legacy'] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** The column that our own CSV has, and no table of another origin. */
export const FORM_NUMBER_TITLE = 'Form #';

/** The title of a column as it is compared: in small letters, without spaces around it. */
export function plainTitle(title: string): string {
  return title.trim().toLowerCase();
}

/** Ten years of forms take some 10 MB. */
export const MAX_IMPORT_BYTES = 67_108_864;
/** How many faults of a file are told. */
export const MAX_FAULTS = 20;
