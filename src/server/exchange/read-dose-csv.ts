import { z } from 'zod';
import * as field from '../../contract/fields.ts';
import { MAX_DOSES_IN_FILE } from '../../contract/medication-file.ts';
import { hasPassed } from '../../domain/clocks.ts';
import { cell } from './csv-cells.ts';
import { readCsvEntries, withoutForms } from './csv-entries.ts';
import { DOSE_TITLES } from './dose-csv-file.ts';
import type { ImportedDose } from './queries/medication-imports.ts';
import { TOO_MANY_DOSES } from './read-json-medication.ts';
import { Faults, type ReadingOptions, type ReadOutcome, TIME_PASSED } from './reading.ts';

const COLUMNS = {
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
};
type DoseRow = z.output<z.ZodObject<typeof COLUMNS>>;

/** Reads our CSV of doses. It takes the time from 'Taken at (UTC)' and ignores 'Date' and 'Time'. */
export async function readDoseCsv(content: string, options: ReadingOptions): Promise<ReadOutcome> {
  const { now, zone } = options;
  const faults = new Faults();
  const kind = {
    columns: COLUMNS,
    titles: DOSE_TITLES,
    needed: ['id', 'medicationId', 'name', 'amount', 'status', 'loggedAt'],
    key: 'id',
    most: MAX_DOSES_IN_FILE,
    tooMany: TOO_MANY_DOSES,
    check(dose: DoseRow, add: (column: keyof DoseRow, rule: string) => void) {
      for (const column of ['loggedAt', 'enteredAt'] as const) {
        if (!hasPassed(dose[column] ?? now, now)) add(column, TIME_PASSED);
      }
    },
    entryOf: (dose: DoseRow) => importedDose(dose, zone),
  } as const;
  const doses = await readCsvEntries(content, options, kind, faults);
  return doses ? withoutForms({ doses }) : { faults: faults.list };
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
