import { HOURS_AFTER_DOSE } from '../../../domain/after-dose.ts';
import { medicationLabel } from '../../../domain/regimen.ts';
import type { Report } from '../../../domain/report.ts';
import type { ReportMedication } from '../../../domain/report-medication.ts';
import { type Average, TIMES_OF_DAY } from '../../../domain/severity.ts';
import { shortDay } from '../../../domain/visit-days.ts';
import type { VisitDoses, VisitSummary } from '../../../domain/visit-summary.ts';
import {
  authorsText,
  badShare,
  diaryBasis,
  diaryTotals,
  headFacts,
  minutesText,
  periodTitle,
  personTitle,
  planText,
  regimenChangeWords,
  symptomChangeWords,
} from '../../../domain/visit-words.ts';
import { harmless, harmlessName } from '../../platform/pdf/harmless.ts';
import { type Sheet, SOFT } from '../../platform/pdf/sheet.ts';
import { type Column, Table } from '../../platform/pdf/table.ts';
import type { Element } from '../../platform/pdf/tags.ts';
import { TIME_WORDS } from './bar-figure.ts';
import { SCALE } from './chart-frame.ts';
import { drawLineFigure } from './line-figure.ts';
import { drawBoxes } from './visit-boxes.ts';
import { drawRibbons } from './visit-ribbons.ts';

const TEXT = 10;
const SMALL = 9;
/** The height of the line chart (CSS px). The report's own line chart is higher. */
const LINE_HEIGHT = 300;
/** The height of a heading and a legend (points). */
const HEADING = 60;

/** Whether there is anything to show besides the person. */
export function hasVisitPages({
  topics,
  medication,
  diary,
  weeks,
  severity,
}: VisitSummary): boolean {
  return topics.length > 0 || Boolean(medication ?? diary ?? weeks) || severity.lines.length > 0;
}

/** Draws the page for a visit, as it is on the screen: about two pages. */
export function drawVisit(
  sheet: Sheet,
  parent: Element,
  summary: VisitSummary,
  {
    report,
    medication,
    heading,
  }: {
    readonly report: Report;
    readonly medication: ReportMedication | undefined;
    readonly heading: (text: string) => void;
  },
): void {
  const says = (text: string, after = 2) =>
    sheet.paragraph('P', parent, text, { size: TEXT, after, direction: 'ltr' });
  const softly = (text: string, after = 4) =>
    sheet.paragraph('P', parent, text, { size: SMALL, colour: SOFT, after });
  const { style, diary, weeks } = summary;
  says(`${harmlessName(personTitle(summary.person))} · ${headFacts(summary).join(' · ')}`, 8);

  heading(periodTitle(summary));
  const changes = summary.medication?.changes ?? [];
  for (const change of changes) says(oneLine(regimenChangeWords(change, style)));
  for (const sentence of symptomChangeWords(summary.changes)) says(oneLine(sentence));
  if (summary.topics.length > 0) {
    const on = summary.nextVisit === null ? '' : ` on ${shortDay(summary.nextVisit, style)}`;
    says(`To talk about${on}:`);
    summary.topics.forEach((topic, index) => {
      says(`${index + 1}. ${oneLine(topic)}`);
    });
  }
  sheet.y += 8;

  const doses = summary.medication?.doses ?? [];
  if (doses.length > 0) {
    heading('Doses');
    drawDoses(sheet, parent, doses, summary);
  }
  if (diary) {
    heading('Motor diary');
    says(diaryTotals(diary).join(' · '));
    const share = badShare(diary);
    if (share) says(share);
    softly(diaryBasis(diary));
    drawRibbons(sheet, parent, diary, style);
  }
  const afterDose = summary.medication?.afterDose ?? [];
  if (afterDose.length > 0) {
    const isDrawn = ({ result }: (typeof afterDose)[number]) =>
      HOURS_AFTER_DOSE.some((bin) => result.bins[bin].median !== undefined);
    const left = afterDose.filter((each) => !isDrawn(each)).map(({ name }) => harmlessName(name));
    heading('After a levodopa dose');
    softly('Hours since a dose: the median and both quartiles, with n below each column.');
    drawBoxes(sheet, parent, afterDose.filter(isDrawn));
    if (left.length > 0) softly(`Too few ratings after a dose: ${left.join(', ')}.`, 8);
  }
  if (summary.severity.lines.length > 0) {
    // Keep the heading on the same page as its chart.
    sheet.need(HEADING + LINE_HEIGHT * SCALE);
    heading('By time of day, and over time');
    drawLineFigure(sheet, parent, report, medication, style, LINE_HEIGHT);
    drawTimes(sheet, parent, summary);
  }
  if (weeks) {
    heading('Sleep, exercise and mood');
    drawWeeks(sheet, parent, weeks, summary);
  }
  softly(oneLine(authorsText(summary)), 0);
}

function drawDoses(
  sheet: Sheet,
  parent: Element,
  doses: readonly VisitDoses[],
  { style }: VisitSummary,
): void {
  const table = new Table(
    sheet,
    parent,
    [
      { title: 'Medication', width: sheet.width - 350, isHeader: true },
      { title: 'Planned', width: 170 },
      { title: 'Logged', width: 70, align: 'centre' },
      { title: 'Minutes from plan, median (quartiles)', width: 110, align: 'centre' },
    ],
    { size: SMALL },
  );
  for (const each of doses) {
    const { regimen, taken, skipped, planned, dosesPerDay } = each;
    const logged =
      planned === 0 ? `${dosesPerDay.toFixed(1)} a day` : `${taken + skipped} of ${planned}`;
    table.row([
      { text: harmlessName(regimen ? medicationLabel(regimen) : each.name), weight: 'bold' },
      { text: regimen ? planText(regimen, style) : '–' },
      { text: logged },
      { text: minutesText(each.minutesOff) },
    ]);
  }
  table.end(10);
}

function drawTimes(sheet: Sheet, parent: Element, { severity }: VisitSummary): void {
  const narrow = 80;
  const figures: Column[] = [...TIMES_OF_DAY.map((time) => TIME_WORDS[time]), 'All'].map(
    (title) => {
      return { title, width: narrow, align: 'centre' };
    },
  );
  const first: Column = { title: 'Symptom', width: sheet.width - 4 * narrow, isHeader: true };
  const table = new Table(sheet, parent, [first, ...figures], { size: SMALL });
  for (const { name, now, times } of severity.symptoms.filter((each) => each.now.count > 0)) {
    table.row([
      { text: harmlessName(name), weight: 'bold' },
      ...TIMES_OF_DAY.map((time) => ({ text: meanText(times[time]) })),
      { text: meanText(now) },
    ]);
  }
  table.end(10);
}

/** '3.1 (84)', with the number of ratings. */
function meanText({ mean, count }: Average): string {
  return mean === null ? '–' : `${mean.toFixed(1)} (${count})`;
}

function drawWeeks(
  sheet: Sheet,
  parent: Element,
  weeks: NonNullable<VisitSummary['weeks']>,
  { style }: VisitSummary,
): void {
  const narrow = 120;
  const figures: Column[] = ['Sleep, hours', 'Exercise, minutes a day', 'Mood, 1 to 5'].map(
    (title) => {
      return { title, width: narrow, align: 'centre' };
    },
  );
  const first: Column = { title: 'Week', width: sheet.width - 3 * narrow, isHeader: true };
  const table = new Table(sheet, parent, [first, ...figures], { size: SMALL });
  const text = ({ mean, days }: { mean: number | null; days: number }, digits: number) =>
    mean === null ? `too few days (${days})` : `${mean.toFixed(digits)} (${days})`;
  for (const { first: from, last, sleep, exercise, mood } of weeks) {
    table.row([
      { text: `${shortDay(from, style)} to ${shortDay(last, style)}` },
      { text: text(sleep, 1) },
      { text: text(exercise, 0) },
      { text: text(mood, 1) },
    ]);
  }
  table.end(8);
}

/** Text that a person typed, as one line that cannot change the writing direction of the text around it. */
function oneLine(text: string): string {
  return harmless(text).replaceAll('\n', ' ');
}
