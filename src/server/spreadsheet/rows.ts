import { rowIndexOf } from '../../domain/sheet-name.ts';
import { isoIn } from '../../domain/zone.ts';
import type { StoredForm } from '../forms/queries/forms.ts';

/** What a spreadsheet holds: SPEC section 3, the personal spreadsheet. */

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

/** A cell; null leaves what is there, which may be what the person has entered. */
type Cell = string | number | null;

/** Rows that follow each other, and their place in the sheet. */
export interface RowRange {
  readonly range: string;
  readonly values: Cell[][];
}

/** Google's limit for one cell, in characters as JavaScript counts them. */
const MAX_CELL_LENGTH = 50_000;
/** What stands at the end of notes that are longer than a cell. */
const CUT = ' … (the rest is in Symptom Tracker)';

/** Google tells no two sheets apart by upper and lower case alone. */
export function isTitle(title: string, wanted: string): boolean {
  return title.toLowerCase() === wanted.toLowerCase();
}

/** The title of someone's spreadsheet: a prefix and the user id. */
export function titleFor(userId: string): string {
  return `Symptom Tracker ${userId}`;
}

/**
 * A form as a row: the time its ratings are for, with the offset of the zone; the average of its severities;
 * in the notes each symptom with its severity and note, on lines of their own. Columns that the app has no
 * data for are left alone.
 */
function cellsOf(userId: string, form: StoredForm, zone: string): Cell[] {
  const { ratings, loggedAt } = form;
  const sum = ratings.reduce((total, { severity }) => total + severity, 0);
  const average = Math.round((sum / ratings.length) * 100) / 100;
  const notes = ratings
    .map(({ name, severity, notes: note }) => `${name}: ${severity}${note && ` - ${note}`}`)
    .join('\n');
  return [userId, isoIn(loggedAt, zone), average, null, null, null, null, shortened(notes)];
}

function shortened(text: string): string {
  if (text.length <= MAX_CELL_LENGTH) return text;
  // Not in the middle of a character.
  const kept = text.slice(0, MAX_CELL_LENGTH - CUT.length).replace(/[\ud800-\udbff]$/, '');
  return kept + CUT;
}

/**
 * Forms at their rows, each at Form # + 1 (DECISIONS 17): however often and by whomever it is written, it is
 * one row. Neighbours share a range.
 *
 * @param forms from the lowest Form # up
 */
export function rangesOf(userId: string, forms: readonly StoredForm[], zone: string): RowRange[] {
  const runs: { first: number; values: Cell[][] }[] = [];
  for (const form of forms) {
    const row = rowIndexOf(form.formNumber);
    const last = runs.at(-1);
    const cells = cellsOf(userId, form, zone);
    if (last && last.first + last.values.length === row) last.values.push(cells);
    else runs.push({ first: row, values: [cells] });
  }
  return runs.map(({ first, values }) => ({
    range: `A${first}:H${first + values.length - 1}`,
    values,
  }));
}
