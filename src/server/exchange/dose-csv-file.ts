import { DOSE_ID_TITLE } from '../../contract/file-formats.ts';
import { dateOf, isoOf, timeOf } from '../../domain/zone.ts';
import type { StoredDose } from '../medication/queries/doses.ts';
import { csvTable } from './csv-table.ts';
import { guard } from './formula-guard.ts';

/** The CSV export of doses, with a row for each dose. */

/** The column titles. `docs/export-format.md` documents each column. */
export const DOSE_TITLES = {
  date: 'Date',
  time: 'Time',
  timeZone: 'Time zone',
  name: 'Medication',
  strength: 'Strength',
  unit: 'Unit',
  amount: 'Amount',
  status: 'Status',
  loggedAt: 'Taken at (UTC)',
  scheduledFor: 'Planned for (UTC)',
  enteredAt: 'Entered at (UTC)',
  author: 'Entered by',
  isLevodopa: 'Levodopa',
  version: 'Version',
  id: DOSE_ID_TITLE,
  medicationId: 'Medication id',
} as const;
type DoseColumn = keyof typeof DOSE_TITLES;

export const doseCsv = csvTable(DOSE_TITLES, (dose: StoredDose) => [cellsOf(dose)]);

function cellsOf(dose: StoredDose): Record<DoseColumn, string> {
  return {
    date: dateOf(dose.loggedAt, dose.timeZone),
    time: timeOf(dose.loggedAt, dose.timeZone),
    timeZone: dose.timeZone,
    name: guard(dose.name),
    strength: dose.strength === null ? '' : String(dose.strength),
    unit: guard(dose.unit),
    amount: String(dose.amount),
    status: dose.status,
    loggedAt: isoOf(dose.loggedAt),
    scheduledFor: dose.scheduledFor === null ? '' : isoOf(dose.scheduledFor),
    enteredAt: isoOf(dose.enteredAt),
    author: guard(dose.author),
    isLevodopa: dose.isLevodopa ? 'yes' : 'no',
    version: String(dose.version),
    id: dose.id,
    medicationId: dose.medicationId,
  };
}
