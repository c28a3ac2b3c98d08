import { counted } from '../../../domain/counted.ts';
import type { DateStyle } from '../../../domain/formats.ts';
import { ageOn } from '../../../domain/person.ts';
import type { Report } from '../../../domain/report.ts';
import { NO_COMPARISON } from '../../../domain/report-changes.ts';
import type { SymptomFigures } from '../../../domain/report-figures.ts';
import { TIME_OF_DAY_WORDS, TIMES_OF_DAY } from '../../../domain/severity.ts';
import { changeText } from '../../../domain/visit-sections.ts';
import { dateOf, dayOf, type Instant } from '../../../domain/zone.ts';
import { harmlessName, readAs } from '../../platform/pdf/harmless.ts';
import { heightOf, type Sheet, SOFT } from '../../platform/pdf/sheet.ts';
import { type Cell, Table } from '../../platform/pdf/table.ts';
import { type Element, END } from '../../platform/pdf/tags.ts';
import { birthWords, daysWords, type Moments, meanWords, yearsWords, zoneWords } from '../words.ts';

/** Draws the facts about the person and the report in two columns, each fact below its label. */
export function drawFacts(
  sheet: Sheet,
  parent: Element,
  report: Report,
  { name, madeAt, moments }: { name: string; madeAt: Instant; moments: Moments },
): void {
  const { person, period, zone } = report;
  const age = person.birthday && ageOn(person.birthday, dateOf(madeAt, zone));
  const facts = [
    ['Name', name],
    [
      'Birth date',
      birthWords(person, moments.style) + (age === '' ? '' : ` (${counted(age, 'year')} old)`),
    ],
    ["Years with Parkinson's", yearsWords(person)],
    ['Time zone', zoneWords(zone, madeAt)],
    ['Days covered', daysWords(period.days, moments.style)],
    ['Forms', formsWords(report)],
    ['Scale', 'Personal 1-5 scale, not MDS-UPDRS. A higher number means more severe.'],
    ['Created', moments.both(madeAt)],
  ] as const;
  const width = sheet.width / 2 - 10;
  for (let row = 0; row < facts.length; row += 2) {
    const laid = facts.slice(row, row + 2).map(([label, fact]) => ({
      actual: readAs(`${label}: ${fact}`),
      label: sheet.lines(`${label}:`, { size: 8.5 }, width),
      fact: sheet.lines(fact, { size: 11 }, width),
    }));
    const height = Math.max(...laid.map(({ label, fact }) => heightOf(label) + heightOf(fact)));
    sheet.need(height);
    laid.forEach(({ label, fact, actual }, column) => {
      const element = sheet.tags.open('P', parent, { actual });
      const x = sheet.left + column * (width + 20);
      const operators = [sheet.tags.begin(element)];
      let y = sheet.y;
      for (const [line, colour] of [
        ...label.map((each) => [each, SOFT] as const),
        ...fact.map((each) => [each, undefined] as const),
      ]) {
        operators.push(sheet.draw(line, x, y, colour));
        y += heightOf([line]);
      }
      sheet.write([...operators, END].join('\n'));
      sheet.tags.close(element);
    });
    sheet.y += height + 6;
  }
  sheet.y += 8;
}

/** Draws one table with the figures of every symptom. */
export function drawSummary(
  sheet: Sheet,
  parent: Element,
  { symptoms, period }: Report,
  style: DateStyle,
): void {
  if (symptoms.length === 0) {
    sheet.paragraph('P', parent, 'There are no symptoms or ratings in this period.', {
      size: 11,
      after: 12,
    });
    return;
  }
  const narrow = 47;
  const { before } = period;
  const table = new Table(
    sheet,
    parent,
    [
      { title: 'Symptom', width: sheet.width - (before ? 8 : 6) * narrow - 24, isHeader: true },
      { title: 'Mean', width: narrow, align: 'centre' },
      { title: 'Ratings', width: narrow, align: 'centre' },
      { title: 'Range', width: narrow, align: 'centre' },
      ...(before
        ? [
            { title: 'Before', width: narrow, align: 'centre' as const },
            { title: 'Change', width: narrow, align: 'centre' as const },
          ]
        : []),
      ...TIMES_OF_DAY.map((time) => ({
        title: TIME_OF_DAY_WORDS[time],
        width: narrow + 8,
        align: 'centre' as const,
      })),
    ],
    { size: 9.5 },
  );
  for (const figures of symptoms) table.row(summaryRow(figures, before !== null));
  table.end(4);
  sheet.paragraph('P', parent, figureWords(period, style), { size: 9, colour: SOFT, after: 14 });
}

/** How the figures of the symptoms were computed. */
export function figureWords({ before, dayCount }: Report['period'], style: DateStyle): string {
  const comparison = before
    ? `'Before' is the mean of the preceding ${counted(dayCount, 'day')} (${daysWords({ first: dayOf(before.from), last: dayOf(before.to - 1) }, style)}). 'Change' is the mean minus Before.`
    : NO_COMPARISON;
  return `${comparison} Morning ends at noon. Afternoon ends at 5 PM and evening at midnight. All figures are rounded.`;
}

/** '116 forms on 43 of 44 days (2.6 forms a day)'. */
export function formsWords({ formCount, loggedDays, formsPerDay, period }: Report): string {
  const days = `${loggedDays} of ${counted(period.dayCount, 'day')}`;
  return `${counted(formCount, 'form')} on ${days} (${formsPerDay.toFixed(1)} forms a day)`;
}

function summaryRow(
  { name, now, range, before, change, times }: SymptomFigures,
  isCompared: boolean,
): Cell[] {
  return [
    { text: harmlessName(name), weight: 'bold' },
    { text: meanWords(now.mean) },
    { text: String(now.count) },
    { text: range ? `${range.lowest} to ${range.highest}` : '–' },
    ...(isCompared ? [{ text: meanWords(before.mean) }, { text: changeText(change) }] : []),
    ...TIMES_OF_DAY.map((time) => ({ text: meanWords(times[time].mean) })),
  ];
}
