import { z } from 'zod';
import { cellsOf, columnsOf, NO_COLUMN } from './csv-cells.ts';
import { NO_SLOTS, ratedTimes } from './rated-symptoms.ts';
import { REPEATED } from './read-json-entries.ts';
import { type Faults, NOTHING_ELSE, type Reading, type ReadingOptions } from './reading.ts';
import { tableRows } from './table.ts';

/** Reads our CSV files that have a row for each entry. */

export interface CsvKind<Shape extends z.ZodRawShape, Entry> {
  /** The columns that are read. Empty cells count as missing. */
  readonly columns: Shape;
  readonly titles: Readonly<Record<keyof Shape & string, string>>;
  readonly needed: readonly (keyof Shape & string)[];
  /** The column whose value must be different in each row. */
  readonly key: keyof Shape & string;
  /** The maximum number of entries in a file. */
  readonly most: number;
  /** The rule that is reported for a file with more entries. */
  readonly tooMany: string;
  /** Reports faults of a row that is otherwise valid. */
  readonly check: (
    row: z.output<z.ZodObject<Shape>>,
    add: (column: (keyof Shape & string) | undefined, rule: string) => void,
  ) => void;
  readonly entryOf: (row: z.output<z.ZodObject<Shape>>) => Entry;
}

/** Reads the entries of a file, and adds its faults to `faults`. @returns undefined if there are faults */
export async function readCsvEntries<Shape extends z.ZodRawShape, Entry>(
  content: string,
  { onProgress }: Pick<ReadingOptions, 'onProgress'>,
  kind: CsvKind<Shape, Entry>,
  faults: Faults,
): Promise<Entry[] | undefined> {
  const { titles, needed, key, most } = kind;
  const schema = z.object(kind.columns);
  const read = Object.keys(kind.columns) as (keyof Shape & string)[];
  const entries = new Map<unknown, Entry>();
  let columns: Map<keyof Shape & string, number> | undefined;
  for await (const { row, cells } of tableRows(content, faults, { relaxed: false, onProgress })) {
    if (!columns) {
      columns = columnsOf(cells, read, titles);
      for (const column of needed) {
        if (!columns.has(column)) faults.add(row, titles[column], NO_COLUMN);
      }
      if (!faults.isEmpty) break;
      continue;
    }
    const parsed = schema.safeParse(cellsOf(cells, columns));
    if (parsed.success) {
      const { data } = parsed;
      kind.check(data, (column, rule) =>
        faults.add(row, column === undefined ? '' : titles[column], rule),
      );
      const own = (data as Readonly<Record<string, unknown>>)[key];
      if (entries.has(own)) faults.add(row, titles[key], REPEATED);
      entries.set(own, kind.entryOf(data));
    } else {
      for (const { path, message } of parsed.error.issues) {
        faults.add(row, titles[path[0] as keyof Shape & string], message);
      }
    }
    if (entries.size > most) faults.add(null, '', kind.tooMany);
    if (faults.isFull || entries.size > most) break;
  }
  if (!columns && faults.isEmpty) faults.add(1, '', 'has no titles for the columns');
  return faults.isEmpty ? [...entries.values()] : undefined;
}

/** The content of a file without forms and symptoms. */
export function withoutForms(entries: Pick<Reading, 'ofKinds'>): Reading {
  return {
    forms: [],
    ...NOTHING_ELSE,
    ...entries,
    slots: NO_SLOTS,
    past: [],
    lastFormNumber: null,
    since: ratedTimes([]),
    rowsLeftOut: 0,
    leftOut: [],
  };
}
