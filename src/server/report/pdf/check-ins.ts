import type { CheckInWeek } from '../../../domain/check-in-weeks.ts';
import type { DateStyle } from '../../../domain/formats.ts';
import { type Sheet, SOFT } from '../../platform/pdf/sheet.ts';
import { Table } from '../../platform/pdf/table.ts';
import type { Element } from '../../platform/pdf/tags.ts';
import { dayWords } from '../words.ts';

/** About half a year. A longer table would hide the rest of the report. */
const MOST_WEEKS = 26;

/** Draws the check-ins by week, for the latest weeks of the period. */
export function drawCheckIns(
  sheet: Sheet,
  parent: Element,
  weeks: readonly CheckInWeek[],
  style: DateStyle,
): void {
  const width = 82;
  const column = (title: string) => ({ title, width, align: 'centre' as const });
  const table = new Table(
    sheet,
    parent,
    [
      { title: 'Week ending', width: sheet.width - 4 * width - 30, isHeader: true },
      column('Exercise, minutes in all'),
      column('Sleep, hours a day'),
      column('Mood, 1 to 5'),
      { ...column('Medication as planned, partly, no'), width: width + 30 },
    ],
    { size: 9.5 },
  );
  const shown = weeks.slice(-MOST_WEEKS);
  for (const { last, exercise, sleep, mood, medication } of shown) {
    table.row([
      { text: dayWords(last, style), weight: 'bold' },
      { text: figure(exercise.sum, exercise.days, 0) },
      { text: figure(sleep.mean, sleep.days, 1) },
      { text: figure(mood.mean, mood.days, 1) },
      { text: `${medication['as planned']}, ${medication.partly}, ${medication.no}` },
    ]);
  }
  table.end(4);
  const says = (text: string) =>
    sheet.paragraph('P', parent, text, { size: 9, colour: SOFT, after: 4 });
  says(
    'The number of days with an answer is in brackets. A week needs at least 4 such days. Mood: 1 is very low, and 5 is very good.',
  );
  says(
    'For information: a guide from 2021 says 150 minutes a week. It is by the Parkinson’s Foundation and the ACSM.',
  );
  const isAsked = shown.some(({ bowels, naps, dizzy }) => bowels.days + naps.days + dizzy.days > 0);
  if (!isAsked) return;
  sheet.y += 10;
  drawCounts(sheet, parent, shown, style);
}

/** Draws the answers to the questions that people add to the check-in. */
function drawCounts(
  sheet: Sheet,
  parent: Element,
  weeks: readonly CheckInWeek[],
  style: DateStyle,
): void {
  const width = 96;
  const column = (title: string) => ({ title, width, align: 'centre' as const });
  const table = new Table(
    sheet,
    parent,
    [
      { title: 'Week ending', width: sheet.width - 4 * width, isHeader: true },
      column('Bowel movement, days'),
      column('Naps, days'),
      column('Naps, minutes a day'),
      column('Dizziness, days: once, often'),
    ],
    { size: 9.5 },
  );
  for (const { last, bowels, naps, dizzy } of weeks) {
    table.row([
      { text: dayWords(last, style), weight: 'bold' },
      { text: ofDays(bowels) },
      { text: ofDays(naps) },
      { text: figure(naps.mean, naps.days, 0) },
      {
        text: dizzy.days === 0 ? '–' : `${dizzy.on - dizzy.often}, ${dizzy.often} of ${dizzy.days}`,
      },
    ]);
  }
  table.end(4);
  sheet.paragraph('P', parent, 'Days with any, of the days with an answer.', {
    ...{ size: 9, colour: SOFT, after: 4 },
  });
}

/** '5 of 6' */
function ofDays({ on, days }: CheckInWeek['bowels']): string {
  return days === 0 ? '–' : `${on} of ${days}`;
}

/** '150 (5)', or '– (3)' with too few days. */
function figure(value: number | null, days: number, digits: number): string {
  return `${value === null ? '–' : value.toFixed(digits)} (${days})`;
}
