import { authorWords } from '../../../domain/authors.ts';
import type { Report, ReportForm } from '../../../domain/report.ts';
import { harmless, harmlessName } from '../../platform/pdf/harmless.ts';
import { type Colour, type Sheet, SOFT } from '../../platform/pdf/sheet.ts';
import { Table } from '../../platform/pdf/table.ts';
import type { Element } from '../../platform/pdf/tags.ts';
import type { Moments } from '../words.ts';

/**
 * Draws the log of all forms, with a row for each form and a column for each symptom. A form that leaves out a symptom
 * stays in the same table. A new table starts where a symptom was replaced.
 */
export function drawLog(
  sheet: Sheet,
  parent: Element,
  { log, symptoms, list, person }: Report,
  { moments, onForms }: { moments: Moments; onForms: (count: number) => void },
): void {
  if (log.length === 0) {
    sheet.paragraph('P', parent, 'There are no forms in this period.', { size: 10 });
    return;
  }
  sheet.paragraph(
    'P',
    parent,
    'Newest first. Each number is a severity from 1 to 5. A dash means not rated. The darker the cell, the more severe the symptom.',
    { size: 9, colour: SOFT, after: 6 },
  );
  const order = symptoms.map(({ name }) => name);
  const tracked = list.filter(({ isPast }) => !isPast).length;
  const mostColumns = log.reduce((most, { ratings }) => Math.max(most, ratings.length), tracked);
  let drawn = 0;
  for (const { names, forms } of groupsOf(log, mostColumns)) {
    const columns = order.filter((name) => names.has(name));
    const table = new Table(sheet, parent, columnsFor(sheet, columns), { size: SIZE });
    for (const form of forms) {
      table.row(cellsOf(form, columns, { moments, person: person.name }));
      drawn += 1;
      if (drawn % TELL_EVERY === 0) onForms(drawn);
    }
    table.end(drawn < log.length ? 12 : 0);
  }
}

/**
 * Groups consecutive forms that share a table.
 *
 * @param mostColumns the maximum number of symptoms in a table
 */
function groupsOf(log: Report['log'], mostColumns: number) {
  const groups: { names: Set<string>; forms: ReportForm[] }[] = [];
  for (const form of log) {
    const last = groups.at(-1);
    const names = new Set([...(last?.names ?? []), ...form.ratings.map(({ name }) => name)]);
    if (last && names.size <= mostColumns) {
      last.names = names;
      last.forms.push(form);
    } else {
      groups.push({ names: new Set(form.ratings.map(({ name }) => name)), forms: [form] });
    }
  }
  return groups;
}

const SIZE = 8.5;
const TELL_EVERY = 100;
const FIXED_WIDTH = 38 + 64 + 58;
/** The widest and the narrowest column of a symptom, in points. */
const WIDEST = 64;
const NARROWEST = 48;

function columnsFor(sheet: Sheet, names: readonly string[]) {
  const width = Math.max(NARROWEST, Math.min(WIDEST, 200 / names.length));
  return [
    { title: 'Form #', width: 38, isHeader: true },
    { title: 'Date', width: 64 },
    { title: 'Time', width: 58 },
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

const NOT_RATED = { text: '–' };

function cellsOf(
  form: ReportForm,
  columns: readonly string[],
  { moments, person }: { readonly moments: Moments; readonly person: string },
) {
  const { formNumber, loggedAt, timeZone, author = 'self', isEdited, editedAt, ratings } = form;
  const notes = ratings
    .filter(({ notes: text }) => text.trim() !== '')
    .map(({ name, notes: text }) => `${harmlessName(name)}: ${harmless(text)}`);
  if (author !== 'self') {
    notes.push(`Entered by ${harmlessName(authorWords(author, person || 'the person'))}`);
  }
  if (isEdited) notes.push(editedAt === null ? 'Edited' : `Edited ${moments.both(editedAt)}`);
  return [
    { text: String(formNumber) },
    { text: moments.day(loggedAt, timeZone) },
    { text: moments.time(loggedAt, timeZone) },
    ...columns.map((column) => {
      const rating = ratings.find(({ name }) => name === column);
      return rating ? { text: String(rating.severity), tint: TINTS[rating.severity] } : NOT_RATED;
    }),
    { text: notes.join('\n') },
  ];
}
