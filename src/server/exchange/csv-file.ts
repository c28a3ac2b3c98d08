import { FORM_NUMBER_TITLE } from '../../contract/file-formats.ts';
import { dateOf, isoOf, timeOf } from '../../domain/zone.ts';
import { csvTable } from './csv-table.ts';
import { guard } from './formula-guard.ts';
import type { WholeForm } from './queries/exports.ts';

/** The CSV export of forms, with a row for each rating. */

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

export const ratingCsv = csvTable(CSV_TITLES, rowsOf);

function rowsOf(form: WholeForm): Record<CsvColumn, string>[] {
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
    submissionId: form.id,
    author: guard(form.author),
  };
  return form.ratings.map((rating) => ({
    ...ofForm,
    name: guard(rating.name),
    severity: String(rating.severity),
    notes: guard(rating.notes),
    slot: String(rating.slot),
  }));
}
