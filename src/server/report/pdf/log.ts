import type { Report, ReportForm } from '../../../domain/report.ts';
import { harmless, harmlessName } from '../../platform/pdf/harmless.ts';
import { type Colour, type Sheet, SOFT } from '../../platform/pdf/sheet.ts';
import { Table } from '../../platform/pdf/table.ts';
import type { Element } from '../../platform/pdf/tags.ts';
import type { Moments } from '../words.ts';

/**
 * Draws the log of all forms, with a row for each form and a column for each symptom. A form with other
 * symptoms than the form before it starts a new table.
 */
export function drawLog(
  sheet: Sheet,
  parent: Element,
  { log }: Report,
  { moments, onForms }: { moments: Moments; onForms: (count: number) => void },
): void {
  if (log.length === 0) {
    sheet.paragraph('P', parent, 'There are no forms in this period.', { size: 10 });
    return;
  }
  sheet.paragraph(
    'P',
    parent,
    'Newest first. Each number is a severity from 1 to 5. The darker the cell, the more severe the symptom.',
    { size: 9, colour: SOFT, after: 6 },
  );
  let table: Table | undefined;
  let symptoms = '';
  log.forEach((form, index) => {
    const names = form.ratings.map(({ name }) => name);
    const key = JSON.stringify(names);
    if (!table || key !== symptoms) {
      table?.end(12);
      table = new Table(sheet, parent, columnsFor(sheet, names), { size: SIZE });
      symptoms = key;
    }
    table.row(cellsOf(form, moments));
    if ((index + 1) % TELL_EVERY === 0) onForms(index + 1);
  });
  table?.end();
}

const SIZE = 8.5;
const TELL_EVERY = 100;
const FIXED_WIDTH = 38 + 64 + 48;
/** The widest and the narrowest column of a symptom, in points. */
const WIDEST = 64;
const NARROWEST = 48;

function columnsFor(sheet: Sheet, names: readonly string[]) {
  const width = Math.max(NARROWEST, Math.min(WIDEST, 200 / names.length));
  return [
    { title: 'Form #', width: 38, isHeader: true },
    { title: 'Date', width: 64 },
    { title: 'Time', width: 48 },
    ...names.map((name) => ({ title: harmlessName(name), width, align: 'centre' as const })),
    { title: 'Notes and edits', width: sheet.width - FIXED_WIDTH - names.length * width },
  ];
}

/** Background colours by severity; none for severity 1. Text stays readable on all of them, even in print. */
const TINTS: Record<number, Colour> = {
  2: [0.94, 0.95, 0.95],
  3: [0.87, 0.91, 0.92],
  4: [0.78, 0.85, 0.87],
  5: [0.68, 0.79, 0.82],
};

function cellsOf(form: ReportForm, moments: Moments) {
  const { formNumber, loggedAt, timeZone, isEdited, editedAt, ratings } = form;
  const notes = ratings
    .filter(({ notes: text }) => text.trim() !== '')
    .map(({ name, notes: text }) => `${harmlessName(name)}: ${harmless(text)}`);
  if (isEdited) notes.push(editedAt === null ? 'Edited' : `Edited ${moments.both(editedAt)}`);
  return [
    { text: String(formNumber) },
    { text: moments.day(loggedAt, timeZone) },
    { text: moments.time(loggedAt, timeZone) },
    ...ratings.map(({ severity }) => ({ text: String(severity), tint: TINTS[severity] })),
    { text: notes.join('\n') },
  ];
}
