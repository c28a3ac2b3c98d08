import { z } from 'zod';
import * as field from '../../contract/fields.ts';
import { inWords, sentValue } from '../../contract/kind-schemas.ts';
import type { Field } from '../../contract/kinds/field.ts';
import {
  type AnyKind,
  type HeldColumn,
  hasChosenTime,
  isAtInstant,
} from '../../contract/kinds/kind.ts';
import { hasPassed } from '../../domain/clocks.ts';
import { dateOf, type Instant, isoOf, timeOf } from '../../domain/zone.ts';
import type { AnyEntry } from '../entries/columns.ts';
import { cell } from './csv-cells.ts';
import { readCsvEntries, withoutForms } from './csv-entries.ts';
import { csvTable } from './csv-table.ts';
import { guard } from './formula-guard.ts';
import type { WholeEntry } from './queries/entry-exports.ts';
import { tooMany } from './read-json-entries.ts';
import { Faults, type ReadingOptions, type ReadOutcome, TIME_PASSED } from './reading.ts';

/** The CSV file of a kind of entry, with a row for each entry that is not deleted. */

/** The titles of the columns that every kind has. `docs/export-format.md` documents each column. */
const HELD_TITLES: Readonly<Record<HeldColumn, string>> = {
  timeZone: 'Time zone',
  enteredAt: 'Entered at (UTC)',
  author: 'Entered by',
  version: 'Version',
};
/** The columns with the clock time of `at`, to read only: an import ignores them. */
const CLOCK_TITLES = { date: 'Date', time: 'Time' };

/** The titles of the columns, in their order. */
function titlesOf({ fields, csv }: AnyKind): Readonly<Record<string, string>> {
  const own = Object.fromEntries(Object.entries(fields).map(([name, { title }]) => [name, title]));
  const computed = Object.entries(csv?.computed ?? {}).map(([name, { title }]) => [name, title]);
  const titles: Readonly<Record<string, string>> = {
    ...own,
    ...HELD_TITLES,
    ...CLOCK_TITLES,
    ...Object.fromEntries(computed),
  };
  const columns = csv?.columns ?? [...Object.keys(fields), ...Object.keys(HELD_TITLES)];
  return Object.fromEntries(columns.map((column) => [column, titles[column] ?? '']));
}

export function entryCsv(kind: AnyKind) {
  const fields = Object.entries(kind.fields);
  const computed = Object.entries(kind.csv?.computed ?? {});
  return csvTable(titlesOf(kind), (entry: AnyEntry) => [
    {
      ...Object.fromEntries(fields.map(([name, each]) => [name, cellOf(each, entry[name])])),
      ...Object.fromEntries(computed.map(([name, { of }]) => [name, yesOrNo(of(entry as never))])),
      ...(isAtInstant(kind) && clockOf(entry[kind.at] as Instant, entry.timeZone)),
      timeZone: entry.timeZone,
      enteredAt: isoOf(entry.enteredAt),
      author: guard(entry.author),
      version: String(entry.version),
    },
  ]);
}

function clockOf(at: Instant, timeZone: string) {
  return { date: dateOf(at, timeZone), time: timeOf(at, timeZone) };
}

function yesOrNo(value: unknown): string {
  return value ? 'yes' : 'no';
}

/** An empty cell is null, or no note. */
function cellOf(field: Field, value: unknown): string {
  if (value === null) return '';
  switch (field.type) {
    case 'note':
    case 'line':
      return guard(String(value));
    case 'lines':
      return guard((value as readonly string[]).join('\n'));
    case 'instant':
      return isoOf(value as Instant);
    case 'flag':
      return yesOrNo(value);
    case 'choice':
      return field.words?.[String(value)] ?? String(value);
    default:
      return String(value);
  }
}

/** The schema of a column's cell. Empty cells count as missing. */
function cellSchema(each: Field): z.ZodType {
  const schema = filledCell(each);
  if (each.type === 'note' || (each.type === 'line' && each.min === 0)) return schema.default('');
  if (each.type === 'flag' && !each.orNull) return schema.default(false);
  return each.orNull ? schema.nullable().default(null) : schema;
}

function filledCell(each: Field): z.ZodType {
  const text = z.string(field.rule('')).trim();
  const asText = () => sentValue(each) as z.ZodType<string, string>;
  const asNumber = () => sentValue(each) as z.ZodType<number, number>;
  switch (each.type) {
    case 'id':
    case 'day':
      return text.pipe(asText());
    case 'instant':
      return each.earliest === undefined
        ? cell.time
        : text.pipe(asText()).transform((iso) => Date.parse(iso));
    case 'choice':
      return text.toLowerCase().pipe(each.words ? wordsOf(each.words) : asText());
    case 'line':
    case 'note':
      return cell.guarded.pipe(asText());
    case 'lines':
      return cell.guarded
        .transform((lines) => lines.split('\n'))
        .pipe(sentValue(each) as z.ZodType<string[], string[]>);
    case 'flag':
      return text
        .toLowerCase()
        .pipe(z.enum(['yes', 'no'], field.rule('must be yes or no')))
        .transform((word) => word === 'yes');
    case 'times':
    case 'ratings':
      throw new Error('No such CSV file follows from a definition');
    case 'whole':
      return cell.number.pipe(asNumber());
    case 'number':
      return cell.decimal.pipe(asNumber());
  }
}

/** The value of each word. */
function wordsOf(words: Readonly<Record<string, string>>): z.ZodType<string, string> {
  const byWord = new Map(Object.entries(words).map(([value, word]) => [word, value]));
  return z
    .enum([...byWord.keys()], field.rule(`must be ${inWords([...byWord.keys()])}`))
    .transform((word) => byWord.get(word) ?? word);
}

/** The columns without which a file cannot be read. */
function neededIn({ fields }: AnyKind): string[] {
  return Object.keys(fields).filter((name) => {
    const each = fields[name];
    return each && cellSchema(each).safeParse(undefined).success === false;
  });
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
    enteredAt: row.enteredAt ?? (hasChosenTime(kind) ? (row[kind.at] as Instant) : now),
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
      needed: neededIn(kind),
      key,
      most: kind.most,
      tooMany: tooMany(kind.most, kind.words.many),
      check(row, add) {
        const entry = entryOf(row as Row);
        if (hasChosenTime(kind) && !hasPassed(entry[kind.at] as Instant, now)) {
          add(kind.at, TIME_PASSED);
        }
        if (!hasPassed((row as Row).enteredAt ?? now, now)) add('enteredAt', TIME_PASSED);
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
