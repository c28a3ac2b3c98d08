import { z } from 'zod';
import * as field from '../../contract/fields.ts';
import { MAX_DOSES_IN_FILE } from '../../contract/medication-file.ts';
import { hasPassed } from '../../domain/clocks.ts';
import { cell, cellsOf, columnsOf, NO_COLUMN } from './csv-cells.ts';
import { DOSE_TITLES } from './dose-csv-file.ts';
import type { ImportedDose } from './queries/medication-imports.ts';
import { NO_SLOTS, ratedTimes } from './rated-symptoms.ts';
import { REPEATED, TOO_MANY_DOSES } from './read-json-medication.ts';
import { Faults, type ReadingOptions, type ReadOutcome, TIME_PASSED } from './reading.ts';
import { tableRows } from './table.ts';

/** The cells of a row. Empty cells are missing. */
const doseRow = z.object({
  id: cell.uuid,
  medicationId: cell.uuid,
  name: cell.guarded.pipe(field.medicationName),
  strength: cell.decimal.pipe(field.strength.unwrap()).optional(),
  unit: cell.guarded.pipe(field.unit).default(''),
  amount: cell.decimal.pipe(field.amount),
  status: z.string(field.rule('')).trim().toLowerCase().pipe(field.doseStatus),
  loggedAt: cell.time,
  scheduledFor: cell.time.optional(),
  enteredAt: cell.time.optional(),
  timeZone: cell.timeZone.optional(),
  author: cell.guarded.pipe(field.author).default('self'),
  isLevodopa: z
    .string(field.rule(''))
    .trim()
    .toLowerCase()
    .pipe(z.enum(['yes', 'no'], field.rule('must be yes or no')))
    .default('no'),
  version: cell.number.pipe(field.version).default(1),
});
type DoseRow = z.output<typeof doseRow>;
type ReadColumn = keyof DoseRow;

const READ_COLUMNS = Object.keys(doseRow.shape) as ReadColumn[];
const NEEDED: readonly ReadColumn[] = [
  'id',
  'medicationId',
  'name',
  'amount',
  'status',
  'loggedAt',
];

/** Reads our CSV of doses. It ignores 'Date' and 'Time' in favour of 'Taken at (UTC)'. */
export async function readDoseCsv(content: string, options: ReadingOptions): Promise<ReadOutcome> {
  const { now, zone, onProgress } = options;
  const faults = new Faults();
  const doses = new Map<string, ImportedDose>();
  let columns: Map<ReadColumn, number> | undefined;
  for await (const { row, cells } of tableRows(content, faults, { relaxed: false, onProgress })) {
    if (!columns) {
      columns = columnsOf(cells, READ_COLUMNS, DOSE_TITLES);
      for (const column of NEEDED) {
        if (!columns.has(column)) faults.add(row, DOSE_TITLES[column], NO_COLUMN);
      }
      if (!faults.isEmpty) break;
      continue;
    }
    const read = doseRow.safeParse(cellsOf(cells, columns));
    if (read.success) {
      checkRow(read.data, row, now, faults);
      if (doses.has(read.data.id)) faults.add(row, DOSE_TITLES.id, REPEATED);
      doses.set(read.data.id, importedDose(read.data, zone));
    } else {
      for (const { path, message } of read.error.issues) {
        faults.add(row, DOSE_TITLES[path[0] as ReadColumn], message);
      }
    }
    if (doses.size > MAX_DOSES_IN_FILE) faults.add(null, '', TOO_MANY_DOSES);
    if (faults.isFull || doses.size > MAX_DOSES_IN_FILE) break;
  }
  if (!columns && faults.isEmpty) faults.add(1, '', 'has no header row');
  if (!faults.isEmpty) return { faults: faults.list };
  return {
    forms: [],
    medications: [],
    doses: [...doses.values()],
    slots: NO_SLOTS,
    past: [],
    lastFormNumber: null,
    since: ratedTimes([]),
    rowsLeftOut: 0,
    leftOut: [],
  };
}

function checkRow(dose: DoseRow, row: number, now: number, faults: Faults): void {
  for (const column of ['loggedAt', 'enteredAt'] as const) {
    if (!hasPassed(dose[column] ?? now, now)) faults.add(row, DOSE_TITLES[column], TIME_PASSED);
  }
}

function importedDose(dose: DoseRow, zone: string): ImportedDose {
  return {
    ...dose,
    strength: dose.strength ?? null,
    scheduledFor: dose.scheduledFor ?? null,
    enteredAt: dose.enteredAt ?? dose.loggedAt,
    timeZone: dose.timeZone ?? zone,
    isLevodopa: dose.isLevodopa === 'yes',
    deletedAt: null,
    formerVersions: [],
  };
}
