import { capitalized } from './capitalized.ts';
import type { CheckInWeek } from './check-in-weeks.ts';
import { counted } from './counted.ts';
import type { DateStyle } from './formats.ts';
import type { VisitCell, VisitTable } from './plain-section.ts';
import { clockText, medicationLabel, planTexts, type RegimenVersion } from './regimen.ts';
import type { SymptomFigures } from './report-figures.ts';
import { type Average, TIME_OF_DAY_WORDS, TIMES_OF_DAY } from './severity.ts';
import type { VisitList, VisitSection, WeeklyMean } from './visit-blocks.ts';
import { daysText, shortDay, shortDaysText } from './visit-days.ts';
import { afterDoseSection, diarySection, dosesSection } from './visit-dose-sections.ts';
import type { VisitNotes, VisitSummary } from './visit-summary.ts';
import {
  authorsText,
  madeOn,
  periodTitle,
  regimenChangeWords,
  symptomChangeWords,
} from './visit-words.ts';

/** Whether nothing was logged in the period. */
export function isEmptyVisit({ authors, severity }: VisitSummary): boolean {
  return authors.length === 0 && severity.lines.length === 0;
}

/** The sections of the page, in order. Those that the summary has nothing for are left out. */
export function visitSections(summary: VisitSummary): VisitSection[] {
  const { style, topics, medication, diary, weeks } = summary;
  const doses = medication?.doses ?? [];
  const afterDose = medication?.afterDose ?? [];
  return [
    ...(topics.length > 0 ? [topicsSection(summary)] : []),
    periodSection(summary),
    ...(doses.length > 0 ? [dosesSection(doses, style)] : []),
    ...(diary ? [diarySection(diary, madeOn(summary), style)] : []),
    ...(afterDose.length > 0 ? [afterDoseSection(afterDose)] : []),
    ...summary.sections,
    ...(isEmptyVisit(summary) ? [] : [severitySection(summary)]),
    ...(weeks ? [weeksSection(weeks, style)] : []),
  ];
}

/** Who made the entries; undefined without entries. */
export function visitAuthors(summary: VisitSummary): string | undefined {
  return isEmptyVisit(summary) ? undefined : authorsText(summary);
}

/** What the person wants to talk about: the page begins with it. */
export function topicsSection({ topics, nextVisit, style }: VisitSummary): VisitSection {
  return {
    name: 'topics',
    title: `To talk about${nextVisit === null ? '' : ` on ${shortDay(nextVisit, style)}`}`,
    blocks:
      topics.length > 0
        ? [{ type: 'list', isNumbered: true, items: topics.map((text) => ({ text })) }]
        : [{ type: 'text', text: 'Nothing is written down yet.' }],
  };
}

/** What changed in the period. */
function periodSection(summary: VisitSummary): VisitSection {
  const { style, days, changes, medication, severity } = summary;
  const regimen = medication?.changes ?? [];
  const on = days.first === days.last ? 'on' : 'from';
  const symptoms = isEmptyVisit(summary)
    ? [`Nothing was logged ${on} ${daysText(days, style)}.`]
    : symptomChangeWords(changes);
  const isSame = medication !== undefined && regimen.length === 0;
  const changed = [
    ...regimen.map((change) => regimenChangeWords(change, style)),
    ...symptoms,
    ...(isSame ? ['Medication: no change.'] : []),
  ];
  const means: VisitTable = {
    type: 'table',
    caption: changes ? 'Means before and now, and how many ratings' : 'Means, and how many ratings',
    head: ['Symptom', ...(changes ? ['Before'] : []), 'Now', 'Range now'],
    rows: severity.symptoms.map(({ name, before, now, range }) => {
      return [name, ...(changes ? [meanText(before)] : []), meanText(now), rangeText(range)];
    }),
  };
  const plans: VisitTable = {
    type: 'table',
    caption: 'Plans before and now',
    head: ['From', 'Medication', 'Before', 'Now'],
    rows: regimen.map(({ day, version, before, isEnd, isFirstPlan }) => [
      [shortDay(day, style)],
      medicationLabel(version),
      before ? planCell(before, style) : isFirstPlan ? 'not in this app' : 'none',
      isEnd ? 'ended' : planCell(version, style),
    ]),
  };
  return {
    name: 'period',
    title: periodTitle(summary),
    blocks: [{ type: 'list', items: changed.map((text) => ({ text })) }],
    numbers: [means, plans].filter(({ rows }) => rows.length > 0),
  };
}

function planCell(version: RegimenVersion, style: DateStyle): VisitCell {
  const texts = planTexts(version, style);
  return texts.length > 0 ? texts : 'no times';
}

function severitySection({ severity, changes }: VisitSummary): VisitSection {
  const title = 'By time of day, and over time';
  const { forms, loggedDays, lines } = severity;
  if (lines.length === 0) {
    const text = 'There are no ratings in this period.';
    return { name: 'severity', title, blocks: [{ type: 'text', text }] };
  }
  const text = `${counted(forms, 'form')} on ${counted(loggedDays, 'day')}. Averages, with the number of ratings. 5 is the worst.`;
  const compared = changes ? ['Before', 'Change'] : [];
  return {
    name: 'severity',
    title,
    blocks: [
      {
        type: 'severity',
        text,
        table: {
          type: 'table',
          caption: 'Means by time of day, and how many ratings',
          head: [
            'Symptom',
            ...TIMES_OF_DAY.map((time) => TIME_OF_DAY_WORDS[time]),
            ...['All', 'Range', ...compared],
          ],
          rows: ratedSymptoms(severity).map(({ name, now, times, range, before, change }) => [
            name,
            ...TIMES_OF_DAY.map((time) => meanText(times[time])),
            meanText(now),
            rangeText(range),
            ...(changes ? [meanText(before), changeText(change)] : []),
          ]),
        },
      },
    ],
    numbers: [{ type: 'lineNumbers' }],
  };
}

/** The symptoms with ratings in the period. */
export function ratedSymptoms({ symptoms }: VisitSummary['severity']): SymptomFigures[] {
  return symptoms.filter(({ now }) => now.count > 0);
}

/** '+0.3', '−0.5' or '0.0', rounded; '–' without a comparison. Above 0 means more severe. */
export function changeText(change: number | null): string {
  if (change === null) return '–';
  const size = Math.abs(change).toFixed(1);
  if (size === '0.0') return size;
  return `${change > 0 ? '+' : '\u2212'}${size}`;
}

/** '1 to 4', the lowest and the highest rating. */
function rangeText(range: SymptomFigures['range']): string {
  return range ? `${range.lowest} to ${range.highest}` : '–';
}

/** '3.1 (84)', the number of ratings in brackets, or 'no ratings'. */
function meanText({ mean, count }: Average): string {
  return mean === null ? 'no ratings' : `${mean.toFixed(1)} (${count})`;
}

function weeksSection(weeks: readonly CheckInWeek[], style: DateStyle): VisitSection {
  const text = ({ mean, days }: CheckInWeek['sleep'], digits: number) =>
    mean === null ? `too few days (${days})` : `${mean.toFixed(digits)} (${days})`;
  const table: VisitTable = {
    type: 'table',
    caption: 'Means of each week',
    head: ['Week', 'Sleep, hours', 'Exercise, minutes a day', 'Mood'],
    rows: weeks.map(({ first, last, sleep, exercise, mood }) => [
      shortDaysText({ first, last }, style),
      text(sleep, 1),
      text(exercise, 0),
      text(mood, 1),
    ]),
  };
  const counts = dayCounts(weeks);
  return {
    name: 'weeks',
    title: 'Sleep, exercise and mood',
    blocks: [
      {
        type: 'text',
        isSmall: true,
        text: 'Daily means (days). 5 is the best mood.',
      },
      { type: 'weeks', means: weeklyMeans(weeks), table },
      ...(counts ? [{ type: 'text', text: counts, isSmall: true } as const] : []),
    ],
    numbers: [table, ...(counts ? [countsTable(weeks, style)] : [])],
  };
}

/**
 * The later questions that were answered: on how many of the answered days there was any. 'Naps on 11 of 30 days,
 * dizziness on 10 of 30 (often on 4 days).', or '' without an answer.
 */
function dayCounts(weeks: readonly CheckInWeek[]): string {
  const often = weeks.reduce((sum, { dizzy }) => sum + dizzy.often, 0);
  const all = [
    { name: 'bowel movement', ...sumOf(weeks, 'bowels'), more: '' },
    { name: 'naps', ...sumOf(weeks, 'naps'), more: '' },
    { name: 'dizziness', ...sumOf(weeks, 'dizzy'), more: ` (often on ${counted(often, 'day')})` },
  ];
  const answered = all
    .filter(({ days }) => days > 0)
    .map(({ name, on, days, more }, index) => {
      return `${name} on ${on} of ${index === 0 ? counted(days, 'day') : days}${more}`;
    });
  return answered.length > 0 ? `${capitalized(answered.join(', '))}.` : '';
}

function sumOf(weeks: readonly CheckInWeek[], question: 'bowels' | 'naps' | 'dizzy') {
  const sum = (of: 'days' | 'on') => weeks.reduce((total, week) => total + week[question][of], 0);
  return { days: sum('days'), on: sum('on') };
}

function countsTable(weeks: readonly CheckInWeek[], style: DateStyle): VisitTable {
  const text = ({ on, days }: CheckInWeek['bowels']) => (days === 0 ? '–' : `${on} of ${days}`);
  return {
    type: 'table',
    caption: 'Days with any, of the days with an answer',
    head: ['Week', 'Bowel movement, days', 'Naps, days', 'Naps, minutes a day', 'Dizziness, days'],
    rows: weeks.map(({ first, last, bowels, naps, dizzy }) => [
      shortDaysText({ first, last }, style),
      text(bowels),
      text(naps),
      naps.mean === null ? '–' : `${naps.mean.toFixed(0)} (${naps.days})`,
      text(dizzy),
    ]),
  };
}

/** The mean of each question, over the weeks that have one. */
function weeklyMeans(weeks: readonly CheckInWeek[]): WeeklyMean[] {
  return WEEKLY.map(({ title, of, words }) => {
    const counted = weeks.map((week) => week[of]).filter(({ mean }) => mean !== null);
    const days = counted.reduce((sum, week) => sum + week.days, 0);
    const sum = counted.reduce((total, week) => total + (week.mean ?? 0) * week.days, 0);
    return {
      title,
      text: days === 0 ? 'too few days' : words(sum / days),
      days,
      byWeek: weeks.map((week) => week[of].mean),
    };
  });
}

const WEEKLY = [
  { title: 'Sleep', of: 'sleep', words: (mean: number) => `${mean.toFixed(1)} h` },
  { title: 'Exercise', of: 'exercise', words: (mean: number) => `${mean.toFixed(0)} min` },
  { title: 'Mood, of 5', of: 'mood', words: (mean: number) => mean.toFixed(1) },
] as const;

/** The newest notes. The report has all notes, in full. */
export function notesList({ shown }: VisitNotes, style: DateStyle): VisitList {
  return {
    type: 'list',
    items: shown.map(({ day, time, symptom, text, isCut }) => ({
      of: `${shortDay(day, style)}, ${clockText(time, style)}, ${symptom}:`,
      text: isCut ? `${text}… (cut here)` : text,
    })),
  };
}

/** '3, the newest on Nov 22', or 'the newest 20 of 43'. */
export function notesState({ count, shown }: VisitNotes, style: DateStyle): string {
  if (count > shown.length) return `the newest ${shown.length} of ${count}`;
  const newest = shown[0];
  return newest ? `${count}, the newest on ${shortDay(newest.day, style)}` : String(count);
}
