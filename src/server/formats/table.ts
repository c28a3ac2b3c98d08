import { Readable } from 'node:stream';
import { CsvError, type Options, parse } from 'csv-parse';
import type { Faults } from './reading.ts';

const BYTES_AT_ONCE = 65_536;
const ROWS_BETWEEN_PAUSES = 500;

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
  const bytes = Buffer.from(content);
  const options: Options = {
    bom: true,
    delimiter: delimiterOf(content),
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: relaxed,
  };
  const rows = Readable.from(slices(bytes), { objectMode: false }).pipe(parse(options));
  let row = 0;
  try {
    for await (const cells of rows as AsyncIterable<string[]>) {
      row += 1;
      if (cells.some((cell) => cell.trim() !== '')) yield { row, cells };
      if (row % ROWS_BETWEEN_PAUSES === 0) await pause(rows.info.bytes, bytes.length);
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    // The rows before it may not have been given out yet.
    faults.add(rows.info.records + 1, '', FAULTS[error.code] ?? 'cannot be read');
  }
}

const FAULTS: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'has a quote that is not closed',
  CSV_INVALID_CLOSING_QUOTE: 'has text after a closing quote',
  INVALID_OPENING_QUOTE: 'has a quote in the middle of a cell',
  CSV_MAX_RECORD_SIZE: 'is too long',
};

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
