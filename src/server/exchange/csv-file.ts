import { stringify } from 'csv-stringify/sync';
import { FORM_NUMBER_TITLE } from '../../contract/file-formats.ts';
import { dateOf, isoOf, timeOf } from '../../domain/zone.ts';
import { guard } from './formula-guard.ts';
import type { WholeForm } from './queries/exports.ts';

/** The CSV export (RFC 4180), with a row for each rating. */

/** The column titles. `docs/export-format.md` documents each column. */
export const CSV_TITLES = {
  formNumber: FORM_NUMBER_TITLE,
  date: 'Date',
  time: 'Time',
  timeZone: 'Time zone',
  name: 'Symptom',
  severity: 'Severity',
  notes: 'Note',
  slot: 'Slot',
  loggedAt: 'Logged at (UTC)',
  enteredAt: 'Entered at (UTC)',
  version: 'Version',
  editedAt: 'Edited at (UTC)',
  id: 'Form id',
  submissionId: 'Submission id',
  author: 'Entered by',
} as const;
export type CsvColumn = keyof typeof CSV_TITLES;
const COLUMNS = Object.keys(CSV_TITLES) as CsvColumn[];

/** Without this mark, Excel does not detect UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

export const FORMAT = { record_delimiter: 'windows', quote_record_delimiter: true } as const;

/** The byte order mark and the header row. */
export function csvHead(): string {
  return BYTE_ORDER_MARK + stringify([Object.values(CSV_TITLES)], FORMAT);
}

export function csvRows(forms: readonly WholeForm[]): string {
  return stringify(forms.flatMap(rowsOf), FORMAT);
}

function rowsOf(form: WholeForm): string[][] {
  const editedAt = form.formerVersions.at(-1)?.replacedAt;
  const ofForm = {
    formNumber: String(form.formNumber),
    date: dateOf(form.loggedAt, form.timeZone),
    time: timeOf(form.loggedAt, form.timeZone),
    timeZone: form.timeZone,
    loggedAt: isoOf(form.loggedAt),
    enteredAt: isoOf(form.enteredAt),
    version: String(form.version),
    editedAt: editedAt === undefined ? '' : isoOf(editedAt),
    id: form.id,
    submissionId: form.submissionId ?? '',
    author: guard(form.author),
  };
  return form.ratings.map((rating) => {
    const cells: Record<CsvColumn, string> = {
      ...ofForm,
      name: guard(rating.name),
      severity: String(rating.severity),
      notes: guard(rating.notes),
      slot: String(rating.slot),
    };
    return COLUMNS.map((column) => cells[column]);
  });
}
