import type { AnyKind } from '../../contract/kinds/kind.ts';
import { rowIndexOf } from '../../domain/sheet-name.ts';
import { type Instant, isoIn } from '../../domain/zone.ts';
import type { AnyEntry } from '../entries/columns.ts';
import type { StoredForm } from '../forms/queries/forms.ts';
import type { Cell, KindWithSheet, SheetRow } from './sheets.ts';

/** The rows of entries. An entry always stays in the same row, so repeating a write is safe. */

/** Google's limit for a cell, in UTF-16 code units. */
const MAX_CELL_LENGTH = 50_000;
/** Appended to notes that are cut to fit a cell. */
const CUT = ' … (the rest is in Symptom Tracker)';

/** Places a form at row Form # + 1 (DECISIONS 17). Of a deleted form, the row is empty. */
export function formRow(userId: string, form: StoredForm): SheetRow {
  const cells =
    form.deletedAt === null ? cellsOfForm(userId, form) : ['', '', '', null, null, null, null, ''];
  return { row: rowIndexOf(form.formNumber), cells };
}

/**
 * The cells of a form's row. The time is the one that the form describes, with the offset of the form's zone. The
 * severity is the average of all ratings. The notes have a line for each symptom with its severity and note. The cells
 * for the day stay unchanged (`day-rows.ts`).
 */
function cellsOfForm(userId: string, { ratings, loggedAt, timeZone }: StoredForm): Cell[] {
  const sum = ratings.reduce((total, { severity }) => total + severity, 0);
  const average = Math.round((sum / ratings.length) * 100) / 100;
  const notes = ratings
    .map(({ name, severity, notes: note }) => `${name}: ${severity}${note && ` - ${note}`}`)
    .join('\n');
  return [userId, isoIn(loggedAt, timeZone), average, null, null, null, null, shortened(notes)];
}

function shortened(text: string): string {
  if (text.length <= MAX_CELL_LENGTH) return text;
  // Do not cut a surrogate pair.
  const kept = text.slice(0, MAX_CELL_LENGTH - CUT.length).replace(/[\ud800-\udbff]$/, '');
  return kept + CUT;
}

/**
 * Places an entry at row `number` + 1. Its times have the offset of the zone where it was entered. Of a deleted entry, the
 * row is empty.
 */
export function entryRow(kind: KindWithSheet, number: number, entry: AnyEntry): SheetRow {
  const { columns } = kind.sheet;
  const cells =
    entry.deletedAt === null
      ? columns.map((column) => cellOf(kind, column, entry))
      : columns.map(() => '');
  return { row: number + 1, cells };
}

function cellOf(kind: AnyKind, column: string, entry: AnyEntry): Cell {
  const value = entry[column] as string | number | boolean | null;
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const isTime = column === 'enteredAt' || kind.fields[column]?.type === 'instant';
  return isTime ? isoIn(value as Instant, entry.timeZone) : value;
}
