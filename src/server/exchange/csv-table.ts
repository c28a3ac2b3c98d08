import { stringify } from 'csv-stringify/sync';

/** Without this mark, Excel does not detect UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';
const FORMAT = { record_delimiter: 'windows', quote_record_delimiter: true } as const;

/** How a kind of entries is written as CSV (RFC 4180). */
export interface CsvTable<Entry> {
  /** The byte order mark and the header row. */
  readonly head: () => string;
  readonly rows: (entries: readonly Entry[]) => string;
}

/**
 * @param titles of the columns, in their order
 * @param rowsOf the cells of each row of an entry
 */
export function csvTable<Column extends string, Entry>(
  titles: Readonly<Record<Column, string>>,
  rowsOf: (entry: Entry) => readonly Readonly<Record<Column, string>>[],
): CsvTable<Entry> {
  const columns = Object.keys(titles) as Column[];
  return {
    head: () => BYTE_ORDER_MARK + stringify([Object.values(titles)], FORMAT),
    rows(entries) {
      const rows = entries.flatMap(rowsOf);
      return stringify(
        rows.map((cells) => columns.map((column) => cells[column])),
        FORMAT,
      );
    },
  };
}
