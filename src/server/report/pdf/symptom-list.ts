import type { ListedSymptom, ReportNote } from '../../../domain/report.ts';
import { harmless, harmlessName } from '../../platform/pdf/harmless.ts';
import type { Sheet } from '../../platform/pdf/sheet.ts';
import { Table } from '../../platform/pdf/table.ts';
import type { Element } from '../../platform/pdf/tags.ts';
import type { Moments } from '../words.ts';

/** Draws the profile's symptoms with the date when each was added or became past. */
export function drawSymptomList(
  sheet: Sheet,
  parent: Element,
  list: readonly ListedSymptom[],
  moments: Moments,
): void {
  if (list.length === 0) {
    sheet.paragraph('P', parent, 'No symptoms have been entered.', { size: 10, after: 16 });
    return;
  }
  const table = new Table(sheet, parent, [
    { title: 'Symptom', width: sheet.width - 370, isHeader: true },
    { title: 'Status', width: 150 },
    { title: 'Ratings in this period', width: 70, align: 'centre' },
    { title: 'First rating', width: 75 },
    { title: 'Last rating', width: 75 },
  ]);
  for (const { name, since, isPast, count, rated } of list) {
    table.row([
      { text: harmlessName(name), weight: 'bold' },
      { text: statusWords(isPast, since === null ? null : moments.day(since)) },
      { text: String(count) },
      { text: rated ? moments.day(rated.first.loggedAt, rated.first.timeZone) : '–' },
      { text: rated ? moments.day(rated.last.loggedAt, rated.last.timeZone) : '–' },
    ]);
  }
  table.end(18);
}

/**
 * @param since the day when the symptom was added or became past; null if that day is before the period and the report
 *   shows nothing from before the period
 */
function statusWords(isPast: boolean, since: string | null): string {
  if (since === null) return isPast ? 'Past symptom' : 'Added before these days';
  return `${isPast ? 'Past symptom since' : 'Added'} ${since}`;
}

/** Draws every note with its date, newest first. */
export function drawNotes(
  sheet: Sheet,
  parent: Element,
  notes: readonly ReportNote[],
  moments: Moments,
): void {
  if (notes.length === 0) {
    sheet.paragraph('P', parent, 'There are no notes in this period.', { size: 10, after: 16 });
    return;
  }
  const table = new Table(sheet, parent, [
    { title: 'Date', width: 66 },
    { title: 'Time', width: 62 },
    { title: 'Form #', width: 42 },
    { title: 'Symptom', width: 90 },
    { title: 'Note', width: sheet.width - 260 },
  ]);
  for (const { formNumber, loggedAt, timeZone, symptom, text } of notes) {
    table.row([
      { text: moments.day(loggedAt, timeZone) },
      { text: moments.time(loggedAt, timeZone) },
      { text: String(formNumber) },
      { text: harmlessName(symptom) },
      { text: harmless(text) },
    ]);
  }
  table.end(18);
}
