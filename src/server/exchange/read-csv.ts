import { z } from 'zod';
import { slotNumber } from '../../contract/account-file.ts';
import * as field from '../../contract/fields.ts';
import { MAX_FORMS_IN_FILE } from '../../contract/open-formats.ts';
import { hasPassed } from '../../domain/clocks.ts';
import { cell, cellsOf, columnsOf, NO_COLUMN } from './csv-cells.ts';
import { CSV_TITLES, type CsvColumn } from './csv-file.ts';
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
import { tableRows } from './table.ts';

/** The cells of a row. Empty cells count as missing. */
const csvRow = z.object({
  formNumber: cell.number.pipe(field.count),
  name: cell.guarded.pipe(field.symptomName),
  severity: cell.number.pipe(field.severity),
  notes: cell.guarded.pipe(field.notes).default(''),
  slot: cell.number.pipe(slotNumber),
  loggedAt: cell.time,
  enteredAt: cell.time.optional(),
  timeZone: cell.timeZone.optional(),
  version: cell.number.pipe(field.version).default(1),
  id: cell.uuid.optional(),
  submissionId: cell.uuid.optional(),
  author: cell.guarded.pipe(field.author).default('self'),
});
type CsvRow = z.output<typeof csvRow>;
type ReadColumn = keyof CsvRow;

const READ_COLUMNS = Object.keys(csvRow.shape) as ReadColumn[];
const NEEDED: readonly ReadColumn[] = ['formNumber', 'name', 'severity', 'slot', 'loggedAt'];
/** The columns that must be equal in all rows of a form. */
const OF_FORM = [
  'loggedAt',
  'enteredAt',
  'timeZone',
  'version',
  'id',
  'submissionId',
  'author',
] as const;

/**
 * Reads our CSV of forms, with a row for each rating. It takes the time from 'Logged at (UTC)' and ignores 'Date' and
 * 'Time'.
 */
export async function readCsv(content: string, options: ReadingOptions): Promise<ReadOutcome> {
  const faults = new Faults();
  const forms = new Map<number, { first: number; rows: CsvRow[] }>();
  let columns: Map<ReadColumn, number> | undefined;
  for await (const { row, cells } of tableRows(content, faults, {
    relaxed: false,
    onProgress: options.onProgress,
  })) {
    if (!columns) {
      columns = columnsOf(cells, READ_COLUMNS, CSV_TITLES);
      for (const column of NEEDED) {
        if (!columns.has(column)) faults.add(row, CSV_TITLES[column], NO_COLUMN);
      }
      if (!faults.isEmpty) break;
      continue;
    }
    const read = csvRow.safeParse(cellsOf(cells, columns));
    if (read.success) addRow(forms, row, read.data, options.now, faults);
    else {
      for (const { path, message } of read.error.issues) {
        faults.add(row, CSV_TITLES[path[0] as CsvColumn], message);
      }
    }
    if (faults.isFull || forms.size > MAX_FORMS_IN_FILE) break;
  }
  if (!columns && faults.isEmpty) faults.add(1, '', 'has no titles for the columns');
  const placed = [...forms.values()].map(({ first, rows }) => ({
    form: toForm(rows, options.zone),
    row: first,
    path: '',
  }));
  checkTogether(placed, faults, CSV_TITLES);
  if (!faults.isEmpty) return { faults: faults.list };
  const read = placed.map(({ form }) => form);
  return {
    forms: read,
    ...NOTHING_ELSE,
    slots: slotsOfNewest(read) ?? NO_SLOTS,
    past: [],
    lastFormNumber: null,
    since: ratedTimes(read),
    rowsLeftOut: 0,
    leftOut: [],
  };
}

function addRow(
  forms: Map<number, { first: number; rows: CsvRow[] }>,
  row: number,
  read: CsvRow,
  now: number,
  faults: Faults,
): void {
  const { loggedAt, enteredAt = loggedAt } = read;
  if (!hasPassed(loggedAt, now)) faults.add(row, CSV_TITLES.loggedAt, TIME_PASSED);
  else if (!hasPassed(enteredAt, now)) faults.add(row, CSV_TITLES.enteredAt, TIME_PASSED);
  else if (loggedAt > enteredAt) {
    faults.add(row, CSV_TITLES.loggedAt, `must not be after ${CSV_TITLES.enteredAt}`);
  }
  const form = forms.get(read.formNumber);
  const [first] = form?.rows ?? [];
  if (!form || !first) {
    forms.set(read.formNumber, { first: row, rows: [read] });
    return;
  }
  for (const column of OF_FORM) {
    if (read[column] !== first[column]) {
      faults.add(
        row,
        CSV_TITLES[column],
        `must be the same as in row ${form.first}, which belongs to the same form`,
      );
    }
  }
  if (form.rows.some(({ slot }) => slot === read.slot)) {
    faults.add(row, CSV_TITLES.slot, `appears more than once in form ${read.formNumber}`);
  }
  if (form.rows.some(({ name }) => name.toLowerCase() === read.name.toLowerCase())) {
    faults.add(row, CSV_TITLES.name, `appears more than once in form ${read.formNumber}`);
  }
  form.rows.push(read);
}

function toForm(rows: readonly CsvRow[], zone: string): ImportedForm {
  const [first] = rows as [CsvRow];
  return {
    formNumber: first.formNumber,
    id: first.id ?? null,
    submissionId: first.submissionId ?? null,
    author: first.author,
    loggedAt: first.loggedAt,
    enteredAt: first.enteredAt ?? first.loggedAt,
    timeZone: first.timeZone ?? zone,
    version: first.version,
    ratings: rows
      .map(({ slot, name, severity, notes }) => ({ slot, name, severity, notes }))
      .sort((a, b) => a.slot - b.slot),
    deletedAt: null,
    formerVersions: [],
  };
}
