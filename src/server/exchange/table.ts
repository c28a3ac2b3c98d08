import { Readable } from 'node:stream';
import { CsvError, type Options, parse } from 'csv-parse';
import { MAX_FORMS_IN_FILE } from '../../contract/open-formats.ts';
import { MAX_SLOTS } from '../../domain/symptoms.ts';
import type { Faults, ReadingOptions } from './reading.ts';

const BYTES_AT_ONCE = 65_536;
const ROWS_BETWEEN_REPORTS = 500;

/** The maximum number of rows with content: one for each rating of the maximum number of forms. */
export const MAX_ROWS = MAX_SLOTS * MAX_FORMS_IN_FILE;
/** The maximum number of rows, including empty ones. It is the limit of an Excel sheet. */
const MAX_LINES = 1_048_576;
/** The maximum number of columns. It leaves room for columns that people add to ours. */
const MAX_COLUMNS = 100;
/**
 * The maximum number of characters in a row. It exceeds the longest valid row, so that a note that is too long is
 * reported as such.
 */
const MAX_RECORD_SIZE = 262_144;

/**
 * Parses the rows of a table: CSV with commas, semicolons or tabs, any line ending, and an optional byte
 * order mark. Rows are counted from 1, as in a spreadsheet. Empty rows are counted but not returned. The
 * first fault ends the parsing.
 *
 * @param options.relaxed accepts unescaped quotes inside a cell, which pasted text may contain
 */
export async function* tableRows(
  content: string,
  faults: Faults,
  { relaxed, onProgress }: Pick<ReadingOptions, 'onProgress'> & { readonly relaxed: boolean },
): AsyncGenerator<{ row: number; cells: string[] }> {
  // The parser reads UTF-8 bytes, which cannot encode a lone surrogate.
  if (!content.isWellFormed()) {
    faults.add(lineOfLoneSurrogate(content), '', 'contains characters that we can’t store');
    return;
  }
  // The parser's own limit counts the characters in cells only, so it misses a row of many empty cells.
  const longLine = lineLongerThan(content, MAX_RECORD_SIZE);
  if (longLine !== undefined) {
    faults.add(longLine, '', TOO_LONG);
    return;
  }
  const bytes = Buffer.from(content);
  const options: Options = {
    bom: true,
    delimiter: delimiterOf(content),
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: relaxed,
    max_record_size: MAX_RECORD_SIZE,
  };
  const rows = Readable.from(slices(bytes), { objectMode: false }).pipe(parse(options));
  let row = 0;
  let filled = 0;
  try {
    for await (const cells of rows as AsyncIterable<string[]>) {
      row += 1;
      if (cells.length > MAX_COLUMNS) {
        faults.add(row, '', `has more than ${MAX_COLUMNS} columns`);
        return;
      }
      if (cells.some((cell) => cell.trim() !== '')) {
        filled += 1;
        if (filled <= MAX_ROWS + TITLES) yield { row, cells };
      }
      if (filled > MAX_ROWS + TITLES || row > MAX_LINES) {
        faults.add(null, '', TOO_MANY_ROWS);
        return;
      }
      if (row % ROWS_BETWEEN_REPORTS === 0) onProgress(rows.info.bytes, bytes.length);
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    // The row number is the parser's own count, because the parser may be ahead of this loop.
    faults.add(rows.info.records + 1, '', FAULTS[error.code] ?? 'cannot be read');
  }
}

const TOO_LONG = 'is too long';
const TITLES = 1;
export const TOO_MANY_ROWS = `has more than ${MAX_ROWS.toLocaleString('en-US')} rows`;

const FAULTS: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'has a quotation mark (") that is never closed',
  CSV_INVALID_CLOSING_QUOTE: 'has text after a closing quotation mark (")',
  INVALID_OPENING_QUOTE: 'has a quotation mark (") in the middle of a cell',
  CSV_MAX_RECORD_SIZE: TOO_LONG,
};

/** The first line with more than `most` characters, counted from 1. */
function lineLongerThan(content: string, most: number): number | undefined {
  let row = 1;
  let begin = 0;
  for (const { index } of content.matchAll(/[\r\n]/g)) {
    if (index - begin > most) break;
    if (content.startsWith('\r\n', index)) continue;
    row += 1;
    begin = index + 1;
  }
  const end = content.slice(begin).search(/[\r\n]/);
  return (end < 0 ? content.length - begin : end) > most ? row : undefined;
}

function* slices(bytes: Buffer): Generator<Buffer> {
  for (let begin = 0; begin < bytes.length; begin += BYTES_AT_ONCE) {
    yield bytes.subarray(begin, begin + BYTES_AT_ONCE);
  }
}

/** The delimiter of the first line. Commas are checked last, because a time or a note may contain one. */
function delimiterOf(content: string): string {
  const [line = ''] = content.split(/[\r\n]/, 1);
  const unquoted = line.replace(/"[^"]*"/g, '');
  const parts = (delimiter: string) => unquoted.split(delimiter).length;
  return ['\t', ';'].find((delimiter) => parts(delimiter) >= MIN_COLUMNS) ?? ',';
}

/** The smallest number of columns in a table that we can read. */
const MIN_COLUMNS = 4;

function lineOfLoneSurrogate(content: string): number {
  const lines = content.split(/\r\n|[\r\n]/);
  return lines.findIndex((line) => !line.isWellFormed()) + 1;
}
