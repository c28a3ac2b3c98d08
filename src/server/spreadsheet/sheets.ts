import { form } from '../../contract/kinds/form.ts';
import { type EntryKind, KINDS, type StoredKind } from '../../contract/kinds.ts';

/** The sheets that the mirror writes, in the person's spreadsheet. */

export interface OwnSheet {
  readonly title: string;
  readonly header: readonly string[];
  /** The kinds of entries that have rows in this sheet. The app creates the sheet once there is such an entry. */
  readonly kinds: readonly StoredKind['name'][];
}

/** A row for each form (SPEC section 3). Every spreadsheet has it. */
export const HEALTH_DATA: OwnSheet = {
  title: 'HealthData',
  header: [
    'UserID',
    'Timestamp',
    'SymptomLevel',
    'MedicationTaken',
    'ExerciseMinutes',
    'SleepHours',
    'Mood',
    'Notes',
  ],
  kinds: [form.name],
};

/** A kind whose entries have a sheet of their own. */
export type KindWithSheet = Extract<EntryKind, { readonly sheet: object }>;

const HELD_TITLES = { enteredAt: 'Entered at', author: 'Entered by' } as const;

function makeSheet({ name, fields, sheet }: KindWithSheet): OwnSheet {
  const ofFields: Record<string, { readonly title: string }> = fields;
  const titles: Record<string, string | undefined> = {
    ...HELD_TITLES,
    ...('titles' in sheet && sheet.titles),
  };
  const header = sheet.columns.map((column) => titles[column] ?? ofFields[column]?.title ?? '');
  return { title: sheet.title, header, kinds: [name] };
}

export const KINDS_WITH_SHEETS: readonly KindWithSheet[] = KINDS.filter((kind) => 'sheet' in kind);

const OF_KINDS = new Map(KINDS_WITH_SHEETS.map((kind) => [kind.name, makeSheet(kind)]));

/** The sheet with a row for each entry of a kind. */
export function sheetOf({ name }: KindWithSheet): OwnSheet {
  return OF_KINDS.get(name) as OwnSheet;
}

export const SHEETS: readonly OwnSheet[] = [HEALTH_DATA, ...OF_KINDS.values()];

/** Google's sheet titles are case-insensitive. */
export function isTitle(title: string, wanted: string): boolean {
  return title.toLowerCase() === wanted.toLowerCase();
}

/** The title of a user's spreadsheet: a prefix and the user id. */
export function titleFor(userId: string): string {
  return `Symptom Tracker ${userId}`;
}

/** A cell. Null leaves the cell's content as it is, because the user may have typed it. */
export type Cell = string | number | null;

/** Consecutive cells of one row. Rows are counted from 1. */
export interface SheetRow {
  readonly row: number;
  readonly cells: Cell[];
}

/** Consecutive rows and their range in A1 notation, without the sheet. */
export interface RowRange {
  readonly range: string;
  readonly values: Cell[][];
}

/**
 * Groups consecutive rows into ranges.
 *
 * @param rows of equal length, in ascending order
 * @param column the letter of their first column
 */
export function rangesOf(rows: readonly SheetRow[], column = 'A'): RowRange[] {
  const runs: { first: number; values: Cell[][] }[] = [];
  for (const { row, cells } of rows) {
    const last = runs.at(-1);
    if (last && last.first + last.values.length === row) last.values.push(cells);
    else runs.push({ first: row, values: [cells] });
  }
  return runs.map(({ first, values }) => {
    const width = values[0]?.length ?? 0;
    const lastColumn = String.fromCharCode(column.charCodeAt(0) + width - 1);
    return { range: `${column}${first}:${lastColumn}${first + values.length - 1}`, values };
  });
}
