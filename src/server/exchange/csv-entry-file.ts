import { z } from 'zod';
import * as field from '../../contract/fields.ts';
import { sentValue } from '../../contract/kind-schemas.ts';
import type { Field } from '../../contract/kinds/field.ts';
import type { AnyKind } from '../../contract/kinds/kind.ts';
import { hasPassed } from '../../domain/clocks.ts';
import { isoOf } from '../../domain/zone.ts';
import type { AnyEntry } from '../entries/columns.ts';
import { cell } from './csv-cells.ts';
import { readCsvEntries, withoutForms } from './csv-entries.ts';
import { csvTable } from './csv-table.ts';
import { guard } from './formula-guard.ts';
import type { WholeEntry } from './queries/entry-exports.ts';
import { tooMany } from './read-json-entries.ts';
import { Faults, type ReadingOptions, type ReadOutcome, TIME_PASSED } from './reading.ts';

/** The CSV file of a kind of entry, with a row for each entry that is not deleted. */

/** The titles of the columns after those of the fields. `docs/export-format.md` documents each column. */
const HELD_TITLES = {
  timeZone: 'Time zone',
  enteredAt: 'Entered at (UTC)',
  author: 'Entered by',
  version: 'Version',
};

function titlesOf({ fields }: AnyKind): Readonly<Record<string, string>> {
  const own = Object.entries(fields).map(([name, { title }]) => [name, title]);
  return { ...Object.fromEntries(own), ...HELD_TITLES };
}

export function entryCsv(kind: AnyKind) {
  return csvTable(titlesOf(kind), (entry: AnyEntry) => [
    {
      ...Object.fromEntries(
        Object.entries(kind.fields).map(([name, each]) => [name, cellOf(each, entry[name])]),
      ),
      timeZone: entry.timeZone,
      enteredAt: isoOf(entry.enteredAt),
      author: guard(entry.author),
      version: String(entry.version),
    },
  ]);
}

/** An empty cell is null, or no note. */
function cellOf({ type }: Field, value: unknown): string {
  if (value === null) return '';
  return type === 'note' ? guard(String(value)) : String(value);
}

/** The schema of a column's cell. Empty cells count as missing. */
function cellSchema(each: Field): z.ZodType {
  const schema = filledCell(each);
  if (each.type === 'note') return schema.default('');
  return each.orNull ? schema.nullable().default(null) : schema;
}

function filledCell(each: Field): z.ZodType {
  const text = z.string(field.rule('')).trim();
  switch (each.type) {
    case 'day':
      return text.pipe(sentValue(each) as z.ZodType<string, string>);
    case 'choice':
      return text.toLowerCase().pipe(sentValue(each) as z.ZodType<string, string>);
    case 'note':
      return cell.guarded.pipe(sentValue(each) as z.ZodType<string, string>);
    case 'whole':
      return cell.number.pipe(sentValue(each) as z.ZodType<number, number>);
    case 'number':
      return cell.decimal.pipe(sentValue(each) as z.ZodType<number, number>);
  }
}

const HELD_CELLS = {
  timeZone: cell.timeZone.optional(),
  enteredAt: cell.time.optional(),
  author: cell.guarded.pipe(field.author).default('self'),
  version: cell.number.pipe(field.version).default(1),
};

/** Reads the CSV file of a kind. */
export async function readEntryCsv(
  kind: AnyKind,
  content: string,
  options: ReadingOptions,
): Promise<ReadOutcome> {
  const { now, zone } = options;
  const faults = new Faults();
  const cells = Object.entries(kind.fields).map(([name, each]) => [name, cellSchema(each)]);
  const [key] = kind.key;
  type Row = z.output<z.ZodObject<typeof HELD_CELLS>> & Readonly<Record<string, unknown>>;
  const entryOf = (row: Row): WholeEntry => ({
    ...row,
    enteredAt: row.enteredAt ?? now,
    timeZone: row.timeZone ?? zone,
    deletedAt: null,
    formerVersions: [],
  });
  const columns = { ...Object.fromEntries(cells), ...HELD_CELLS };
  const entries = await readCsvEntries<z.ZodRawShape, WholeEntry>(
    content,
    options,
    {
      columns,
      titles: titlesOf(kind),
      needed: kind.key,
      key,
      most: kind.most,
      tooMany: tooMany(kind.most, kind.words.many),
      check(row, add) {
        const entry = entryOf(row as Row);
        if (!hasPassed(entry.enteredAt, now)) add('enteredAt', TIME_PASSED);
        for (const { field: name, holds, rule } of kind.checks ?? []) {
          if (!holds(entry as never, now)) add(name, rule);
        }
      },
      entryOf: (row) => entryOf(row as Row),
    },
    faults,
  );
  if (!entries) return { faults: faults.list };
  return withoutForms({ ofKinds: [{ kind, entries }] });
}
