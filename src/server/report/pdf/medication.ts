import { afterDoseChart } from '../../../charts/after-dose-chart.ts';
import {
  type AfterDose,
  afterDoseSentence,
  BIN_LABELS,
  type DoseBin,
  HOURS_AFTER_DOSE,
  hasFigures,
  tooFewText,
} from '../../../domain/after-dose.ts';
import { regimenSentence } from '../../../domain/regimen.ts';
import type { Report } from '../../../domain/report.ts';
import type { ReportMedication } from '../../../domain/report-medication.ts';
import type { CalendarDate } from '../../../domain/zone.ts';
import { harmlessName } from '../../platform/pdf/harmless.ts';
import { type Sheet, SOFT } from '../../platform/pdf/sheet.ts';
import { Table } from '../../platform/pdf/table.ts';
import type { Element } from '../../platform/pdf/tags.ts';
import { dayWords, type Moments } from '../words.ts';
import { drawFigure, SCALE } from './chart-frame.ts';
import { boxesOf } from './visit-boxes.ts';

const HEIGHT = 320;
/** The height of the chart's text and legend (points). */
const AROUND = 30;

/** Draws the medications with their changes, and how doses were logged against the plan. */
export function drawMedication(
  sheet: Sheet,
  parent: Element,
  { regimen, schedule }: ReportMedication,
  { period }: Report,
  { style }: Moments,
): void {
  // If nothing before the period may be shown, the real start of a version that began earlier is not shown: the table
  // says 'by' and the first day.
  const isShown = (from: CalendarDate) => period.before !== null || from > period.days.first;
  if (regimen.length > 0) {
    const table = new Table(sheet, parent, [
      { title: 'Medication', width: sheet.width - 190, isHeader: true },
      { title: 'From', width: 95 },
      { title: 'To', width: 95 },
    ]);
    for (const version of regimen) {
      table.row([
        { text: harmlessName(regimenSentence(version, style)) },
        { text: `${isShown(version.from) ? '' : 'by '}${dayWords(version.from, style)}` },
        { text: version.to === null ? '–' : dayWords(version.to, style) },
      ]);
    }
    table.end(4);
  }
  const says = (text: string) =>
    sheet.paragraph('P', parent, text, { size: 9, colour: SOFT, after: 12 });
  says('This is what the person entered. It is not checked against any limit.');
  if (schedule.length === 0) return;
  const narrow = 62;
  const table = new Table(
    sheet,
    parent,
    [
      { title: 'Doses', width: sheet.width - 5 * narrow - 110, isHeader: true },
      ...['Planned', 'Taken', 'Skipped', 'Not logged', 'A day'].map((title) => {
        return { title, width: narrow, align: 'centre' as const };
      }),
      { title: 'Minutes from plan', width: 110, align: 'centre' },
    ],
    { size: 9.5 },
  );
  for (const figures of schedule) {
    const { planned, taken, skipped, notLogged, dosesPerDay } = figures;
    table.row([
      { text: harmlessName(figures.name), weight: 'bold' },
      ...[planned, taken, skipped, notLogged].map((count) => ({ text: String(count) })),
      { text: dosesPerDay.toFixed(1) },
      { text: minutesText(figures.minutesOff) },
    ]);
  }
  table.end(4);
  says(
    'Minutes from plan: the median, and the range of the middle half. A minus sign means before the planned time. A dose that was not logged may still have been taken.',
  );
}

/** Draws a chart and its numbers for each symptom with ratings in the period. */
export function drawAfterDose(
  sheet: Sheet,
  parent: Element,
  { afterDose }: ReportMedication,
  { period }: Report,
  heading: (text: string, below: number) => void,
): void {
  for (const { name, result } of afterDose) {
    const shown = harmlessName(name);
    const isDrawn = hasFigures(result);
    const below = isDrawn ? HEIGHT * SCALE + AROUND : 0;
    heading(`${shown}, severity after a dose of levodopa`, below);
    const sentence = afterDoseSentence(shown, period.dayCount, result);
    sheet.paragraph('P', parent, sentence, { size: 11, after: 4 });
    if (isDrawn) drawChart(sheet, parent, shown, result);
    const apart = `No dose within 8 hours: ${result.withoutDose}. A planned dose was not logged: ${result.notLogged}.`;
    sheet.paragraph('P', parent, `${numbersText(result)} ${apart}`, {
      size: 9,
      colour: SOFT,
      after: 12,
    });
  }
}

function drawChart(sheet: Sheet, parent: Element, name: string, result: AfterDose): void {
  const chart = afterDoseChart(result, { width: sheet.width / SCALE, height: HEIGHT });
  drawFigure(sheet, parent, {
    frame: chart,
    xTitle: 'Hours since the last dose',
    yTitle: 'Severity',
    alt: `Medians and quartiles of ${name} by the hours since the last dose. ${numbersText(result)}`,
    legend: [],
    marks: () => sheet.write(['q', ...boxesOf(chart), 'Q'].join('\n')),
  });
}

/** '0–1 hours: median 2, half from 1 to 3, 12 ratings.' for each bin. */
function numbersText({ bins }: AfterDose): string {
  return HOURS_AFTER_DOSE.map((bin) => `${BIN_LABELS[bin]} hours: ${binText(bins[bin])}.`).join(
    ' ',
  );
}

function binText({ n, lower, median, upper }: DoseBin): string {
  if (median === undefined) return tooFewText(n);
  return `median ${median}, half from ${lower} to ${upper}, ${n} ratings`;
}

/** '+5 (−2 to 12)', rounded to minutes. */
function minutesText(minutes: ReportMedication['schedule'][number]['minutesOff']): string {
  if (!minutes) return '–';
  const { lower, median, upper } = minutes;
  const [low, middle, high] = [lower, median, upper].map((each) =>
    String(Math.round(each)).replace('-', '\u2212'),
  );
  return `${middle} (${low} to ${high})`;
}
