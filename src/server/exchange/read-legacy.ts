import * as field from '../../contract/fields.ts';
import { MAX_FAULTS, plainTitle } from '../../contract/file-formats.ts';
import type { ImportFault } from '../../contract/open-formats.ts';
import { hasPassed } from '../../domain/clocks.ts';
import type { Rating } from '../../domain/rating.ts';
import { MAX_SEVERITY, slotText } from '../../domain/symptoms.ts';
import { instantOf } from '../../domain/wall-times.ts';
import { FormsOfOneTime } from './forms-of-one-time.ts';
import type { ImportedForm } from './queries/imports.ts';
import { NO_SLOTS, ratedTimes, slotsOfNewest } from './rated-symptoms.ts';
import {
  checkTogether,
  Faults,
  NOTHING_ELSE,
  type ReadingOptions,
  type ReadOutcome,
  TIME_PASSED,
} from './reading.ts';
import { MAX_ROWS, TOO_MANY_ROWS, tableRows } from './table.ts';

/** The columns A to E of the legacy table (SPEC section 3). */
const COLUMNS = ['userId', 'timestamp', 'symptomName', 'severity', 'notes'] as const;
type Column = (typeof COLUMNS)[number];

/** A row of a legacy table: its number in the sheet, counted from 1, and its cells. */
export interface LegacyRow {
  readonly row: number;
  readonly cells: readonly string[];
}

/** Reads a legacy table from text, exported as CSV or pasted from a sheet. The header row is optional. */
export async function readLegacyText(
  content: string,
  options: ReadingOptions,
): Promise<ReadOutcome> {
  const faults = new Faults();
  const rows: LegacyRow[] = [];
  // Progress: parsing the text is the first half, and building forms from the rows is the second.
  const onProgress: ReadingOptions['onProgress'] = (done, total) =>
    options.onProgress(done, 2 * total);
  for await (const row of tableRows(content, faults, { relaxed: true, onProgress })) {
    rows.push(row);
  }
  if (!faults.isEmpty) return { faults: faults.list };
  return await readLegacyRows(rows, {
    ...options,
    onProgress: (done, total) => options.onProgress(total + done, 2 * total),
  });
}

/**
 * Reads the rows of a legacy table. Rows with the same time become one form, or several forms if they have more ratings
 * than a form can contain or rate a symptom in different ways. Three kinds of rows are left out and reported: severity
 * 0 ('not present'), which is not on our scale; rows of a slot without a name; and duplicates.
 */
export async function readLegacyRows(
  rows: readonly LegacyRow[],
  { now, zone, onProgress }: ReadingOptions,
): Promise<ReadOutcome> {
  const faults = new Faults();
  const leftOut = new LeftOut();
  const [first, ...rest] = rows;
  const titles = first && columnsOf(first.cells);
  const data = titles ? rest : rows;
  if (data.length > MAX_ROWS) return { faults: [{ row: null, path: '', rule: TOO_MANY_ROWS }] };
  const columns = titles ?? new Map(COLUMNS.map((column, index) => [column, index]));
  const byTime = new Map<number, FormsOfOneTime>();
  let userId: string | undefined;
  for (const [index, { row, cells }] of data.entries()) {
    if (faults.isFull) break;
    if (index % ROWS_BETWEEN_REPORTS === 0) onProgress(index, rows.length);
    const cell = (column: Column) => cells[columns.get(column) ?? -1] ?? '';
    if (cells.every((each) => each.trim() === '')) continue;
    userId ??= cell('userId').trim();
    if (cell('userId').trim() !== userId) {
      faults.add(row, 'userId', USER_RULE);
    }
    const loggedAt = instantOf(cell('timestamp'), zone);
    if (loggedAt === undefined) faults.add(row, 'timestamp', TIME_RULE);
    else if (!hasPassed(loggedAt, now)) faults.add(row, 'timestamp', TIME_PASSED);
    const severity = /^\s*(\d)(?:\.0*)?\s*$/.exec(cell('severity'))?.[1];
    if (severity === undefined || Number(severity) > MAX_SEVERITY) {
      faults.add(row, 'severity', `must be a whole number from 0 to ${MAX_SEVERITY}`);
    }
    const notes = field.notes.safeParse(cell('notes'));
    if (!notes.success) faults.add(row, 'notes', notes.error.issues[0]?.message ?? '');
    if (cell('symptomName').trim() !== '' && slotText(cell('symptomName')) === '') {
      leftOut.add(row, '', 'has no symptom name');
      continue;
    }
    const name = field.symptomName.safeParse(cell('symptomName'));
    if (!name.success) faults.add(row, 'symptomName', name.error.issues[0]?.message ?? '');
    if (loggedAt === undefined || severity === undefined || !name.success || !notes.success) {
      continue;
    }
    if (severity === '0') {
      leftOut.add(row, 'severity', 'is 0, but the scale goes from 1 to 5');
      continue;
    }
    const rating = { name: name.data, severity: Number(severity), notes: notes.data };
    const ofTime = byTime.get(loggedAt) ?? new FormsOfOneTime();
    byTime.set(loggedAt, ofTime);
    if (!ofTime.add(rating)) leftOut.add(row, '', 'repeats an earlier row');
  }
  const forms = [...byTime].flatMap(([loggedAt, ofTime]) =>
    ofTime.forms.map((ratings) => toForm(loggedAt, zone, ratings)),
  );
  checkTogether(
    forms.map((form) => ({ form, row: null, path: '' })),
    faults,
  );
  if (!faults.isEmpty) return { faults: faults.list };
  return {
    forms,
    ...NOTHING_ELSE,
    slots: slotsOfNewest(forms) ?? NO_SLOTS,
    past: [],
    lastFormNumber: null,
    since: ratedTimes(forms),
    rowsLeftOut: leftOut.count,
    leftOut: leftOut.first,
  };
}

const ROWS_BETWEEN_REPORTS = 500;
const USER_RULE = 'must be the same in every row. This file has rows of more than one person';
const TIME_RULE = 'must be a time, such as 2024-03-01 08:15 or 3/1/2024 8:15 AM';

/** The index of each column; undefined if the row is not a header row. */
function columnsOf(cells: readonly string[]): Map<Column, number> | undefined {
  const plain = cells.map(plainTitle);
  const found = COLUMNS.map((column) => [column, plain.indexOf(plainTitle(column))] as const);
  const isTitles = found.every(([column, index]) => index >= 0 || column === 'notes');
  return isTitles ? new Map(found) : undefined;
}

function toForm(loggedAt: number, timeZone: string, ratings: readonly Rating[]): ImportedForm {
  return {
    formNumber: null,
    id: null,
    submissionId: null,
    author: 'self',
    loggedAt,
    enteredAt: loggedAt,
    timeZone,
    version: 1,
    ratings,
    deletedAt: null,
    formerVersions: [],
  };
}

/** Counts all rows that are left out, and stores the first of them for the answer. */
class LeftOut {
  readonly first: ImportFault[] = [];
  count = 0;

  add(row: number, path: string, rule: string): void {
    this.count += 1;
    if (this.first.length < MAX_FAULTS) this.first.push({ row, path, rule });
  }
}
