import type { AnyKind } from './kinds/kind.ts';
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

/** The title of a column that only the CSV file of the ratings has. */
export const FORM_NUMBER_TITLE = 'Form #';

/** A column title in its form for comparison: lower case and trimmed. */
export function plainTitle(title: string): string {
  return title.trim().toLowerCase();
}

/** The format of a CSV file, by the titles of its columns: only its own file has the key of a kind. */
export function csvFormatOf(titles: readonly string[]): ImportFormat {
  const plain = titles.map(plainTitle);
  const has = (title: string) => plain.includes(plainTitle(title));
  const kind = CSV_KINDS.find(({ fields, key }: AnyKind) => {
    return key.every((name) => has(fields[name]?.title ?? ''));
  });
  return kind?.csv.format ?? (has(FORM_NUMBER_TITLE) ? 'csv' : 'legacy');
}

/** 16 MiB. Ten years of forms with long notes take about 10 MB. */
export const MAX_IMPORT_BYTES = 16_777_216;
/** The most faults that are reported for a file. */
export const MAX_FAULTS = 20;
