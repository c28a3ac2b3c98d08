import { z } from 'zod';
import * as field from '../../contract/fields.ts';
import { plainTitle } from '../../contract/file-formats.ts';
import { isTimeZone } from '../../domain/time-zones.ts';
import { unguard } from './formula-guard.ts';

/** Reads the cells of our CSV files, by the titles of their columns. */

const text = z.string(field.rule(''));

export const cell = {
  /** A whole number. Any other text becomes NaN, which the caller's schema rejects. */
  number: text.transform((value) => (/^\d{1,10}$/.test(value.trim()) ? Number(value) : Number.NaN)),
  /** A spreadsheet program may have written a decimal comma. */
  decimal: text.transform((value) =>
    DECIMAL.test(value.trim()) ? Number(value.replace(',', '.')) : Number.NaN,
  ),
  time: text
    .trim()
    .pipe(field.instant)
    .transform((value) => Date.parse(value)),
  uuid: z.string().trim().pipe(field.submissionId),
  guarded: text.transform(unguard),
  // People edit these files in spreadsheets and may damage the name of a zone. Such a row then gets the person's zone.
  timeZone: z
    .string()
    .trim()
    .transform((name) => (isTimeZone(name) ? name : undefined)),
};

const DECIMAL = /^\d{1,10}(?:[.,]\d{1,20})?(?:e-?\d{1,3})?$/i;

export const NO_COLUMN = 'is missing, but the file needs this column';

/** The index of each column that we read. The file may have the columns in any order. */
export function columnsOf<Column extends string>(
  titles: readonly string[],
  columns: readonly Column[],
  titleOf: Readonly<Record<Column, string>>,
): Map<Column, number> {
  const plain = titles.map(plainTitle);
  const found = columns.map(
    (column) => [column, plain.indexOf(plainTitle(titleOf[column]))] as const,
  );
  return new Map(found.filter(([, index]) => index >= 0));
}

/** The cells of a row that are not empty. */
export function cellsOf<Column extends string>(
  cells: readonly string[],
  columns: ReadonlyMap<Column, number>,
) {
  const filled = [...columns].flatMap(([column, index]) => {
    const content = cells[index] ?? '';
    return content === '' ? [] : [[column, content] as const];
  });
  return Object.fromEntries(filled);
}
