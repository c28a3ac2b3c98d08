import { rowIndexOf } from '../../domain/sheet-name.ts';
import { isoIn } from '../../domain/zone.ts';
import type { StoredForm } from '../forms/queries/forms.ts';

/** The content of the personal spreadsheet (SPEC section 3). */

export const SHEET_TITLE = 'HealthData';

export const HEADER = [
  'UserID',
  'Timestamp',
  'SymptomLevel',
  'MedicationTaken',
  'ExerciseMinutes',
  'SleepHours',
  'Mood',
  'Notes',
] as const;

export const HEADER_RANGE = 'A1:H1';

/** A cell; null leaves its content unchanged, which the user may have entered. */
type Cell = string | number | null;

/** Consecutive rows and their range. */
export interface RowRange {
  readonly range: string;
  readonly values: Cell[][];
}

/** Google's limit for a cell, in UTF-16 code units. */
const MAX_CELL_LENGTH = 50_000;
/** Appended to notes that are cut to fit a cell. */
const CUT = ' … (the rest is in Symptom Tracker)';

/** Google's sheet titles are case-insensitive. */
export function isTitle(title: string, wanted: string): boolean {
  return title.toLowerCase() === wanted.toLowerCase();
}

/** The title of a user's spreadsheet: a prefix and the user id. */
export function titleFor(userId: string): string {
  return `Symptom Tracker ${userId}`;
}

/**
 * Converts a form to a row: the time its ratings are for, with the offset of the zone where it was made; the average of its
 * severities; and in the notes one line per symptom with its severity and note. The cells of a deleted form
 * become empty. Columns without data in the app are left unchanged.
 */
function cellsOf(userId: string, form: StoredForm): Cell[] {
  const { ratings, loggedAt, timeZone, deletedAt } = form;
  if (deletedAt !== null) return ['', '', '', null, null, null, null, ''];
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
 * Places each form at row Form # + 1 (DECISIONS 17), so that every write of a form, from any process,
 * overwrites the same row. Consecutive rows share a range.
 *
 * @param forms in ascending order of Form #
 */
export function rangesOf(userId: string, forms: readonly StoredForm[]): RowRange[] {
  const runs: { first: number; values: Cell[][] }[] = [];
  for (const form of forms) {
    const row = rowIndexOf(form.formNumber);
    const last = runs.at(-1);
    const cells = cellsOf(userId, form);
    if (last && last.first + last.values.length === row) last.values.push(cells);
    else runs.push({ first: row, values: [cells] });
  }
  return runs.map(({ first, values }) => ({
    range: `A${first}:H${first + values.length - 1}`,
    values,
  }));
}
