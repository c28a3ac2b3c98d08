import { Readable } from 'node:stream';
import { CsvError, type Options, parse } from 'csv-parse';
import { MAX_FORMS_IN_FILE } from '../../contract/open-formats.ts';
import { MAX_SLOTS } from '../../domain/symptoms.ts';
import type { Faults } from './reading.ts';

const BYTES_AT_ONCE = 65_536;
const ROWS_BETWEEN_PAUSES = 500;

/** A row for each rating of as many forms as a file may hold. Empty ones don't count. */
export const MAX_ROWS = MAX_SLOTS * MAX_FORMS_IN_FILE;
/** Of all, empty ones too: as many as a sheet of Excel has. */
const MAX_LINES = 1_048_576;
/** More than ours, so that people may have some of their own. */
const MAX_COLUMNS = 100;
/** Characters of a row: more than a note and names take, so that a long note is told of as one. */
const MAX_RECORD_SIZE = 262_144;

/**
 * The rows of a table's text: CSV with commas, semicolons or tabs, with a byte order mark or without, its
 * lines ended in any way. Counted from 1, as a spreadsheet does; empty ones are left out. A fault ends it.
 *
 * @param options.relaxed takes quotes within a cell for what they are, as in text that was pasted
 */
export async function* tableRows(
  content: string,
  faults: Faults,
  { relaxed, pause }: { relaxed: boolean; pause: (done: number, total: number) => Promise<void> },
): AsyncGenerator<{ row: number; cells: string[] }> {
  // The parser reads bytes, which have no way to tell half a surrogate pair.
  if (!content.isWellFormed()) {
    faults.add(lineOfLoneSurrogate(content), '', 'holds characters that cannot be kept');
    return;
  }
  // The parser's own limit counts what is in cells, and not how many there are.
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
      if (row % ROWS_BETWEEN_PAUSES === 0) await pause(rows.info.bytes, bytes.length);
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    // The rows before it may not have been given out yet.
    faults.add(rows.info.records + 1, '', FAULTS[error.code] ?? 'cannot be read');
  }
}

const TOO_LONG = 'is too long';
const TITLES = 1;
export const TOO_MANY_ROWS = `holds more than ${MAX_ROWS} rows`;

const FAULTS: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'has a quote that is not closed',
  CSV_INVALID_CLOSING_QUOTE: 'has text after a closing quote',
  INVALID_OPENING_QUOTE: 'has a quote in the middle of a cell',
  CSV_MAX_RECORD_SIZE: TOO_LONG,
};

/** Counted from 1. */
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

/** What parts the cells of the first line; a comma may also stand in a time or a note. */
function delimiterOf(content: string): string {
  const [line = ''] = content.split(/[\r\n]/, 1);
  const unquoted = line.replace(/"[^"]*"/g, '');
  const parts = (delimiter: string) => unquoted.split(delimiter).length;
  return ['\t', ';'].find((delimiter) => parts(delimiter) >= MIN_COLUMNS) ?? ',';
}

/** A table with fewer is none of ours. */
const MIN_COLUMNS = 4;

function lineOfLoneSurrogate(content: string): number {
  const lines = content.split(/\r\n|[\r\n]/);
  return lines.findIndex((line) => !line.isWellFormed()) + 1;
}
