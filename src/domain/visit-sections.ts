import type { CheckInWeek } from './check-in-weeks.ts';
import type { DateStyle } from './formats.ts';
import { clockText, medicationLabel } from './regimen.ts';
import { type Average, TIME_OF_DAY_WORDS, TIMES_OF_DAY } from './severity.ts';
import { numbers, type VisitBlock, type VisitSection, type VisitTable } from './visit-blocks.ts';
import { daysText, shortDay } from './visit-days.ts';
import { afterDoseSection, diarySection, dosesSection } from './visit-dose-sections.ts';
import type { VisitNotes, VisitSummary } from './visit-summary.ts';
import {
  authorsText,
  periodTitle,
  planTexts,
  regimenChangeWords,
  symptomChangeWords,
} from './visit-words.ts';

/** Whether nothing was logged in the period. */
export function isEmptyVisit({ authors, severity }: VisitSummary): boolean {
  return authors.length === 0 && severity.lines.length === 0;
}

/** The sections of the page, in order. Those that the summary has nothing for are left out. */
export function visitSections(summary: VisitSummary): VisitSection[] {
  const { style, medication, diary, weeks, notes } = summary;
  const doses = medication?.doses ?? [];
  const afterDose = medication?.afterDose ?? [];
  return [
    periodSection(summary),
    ...(doses.length > 0 ? [dosesSection(doses, style)] : []),
    ...(diary ? [diarySection(diary, style)] : []),
    ...(afterDose.length > 0 ? [afterDoseSection(afterDose)] : []),
    ...(isEmptyVisit(summary) ? [] : [severitySection(summary)]),
    ...(weeks ? [weeksSection(weeks, style)] : []),
    ...(notes ? [notesSection(notes, style)] : []),
  ];
}

/** Who made the entries; undefined without entries. */
export function visitAuthors(summary: VisitSummary): string | undefined {
  return isEmptyVisit(summary) ? undefined : authorsText(summary);
}

/** What changed in the period, and what the person wants to talk about. */
function periodSection(summary: VisitSummary): VisitSection {
  const { style, days, changes, topics, medication, severity, nextVisit } = summary;
  const regimen = medication?.changes ?? [];
  const on = days.first === days.last ? 'on' : 'from';
  const symptoms = isEmptyVisit(summary)
    ? [`Nothing was logged ${on} ${daysText(days, style)}.`]
    : symptomChangeWords(changes);
  const changed = [...regimen.map((change) => regimenChangeWords(change, style)), ...symptoms];
  const title = `To talk about${nextVisit === null ? '' : ` on ${shortDay(nextVisit, style)}`}`;
  const list: VisitBlock = { type: 'list', items: changed.map((text) => ({ text })) };
  const toTalkAbout: VisitBlock = {
    type: 'list',
    title,
    isNumbered: true,
    items: topics.map((text) => ({ text })),
  };
  const means: VisitTable = {
    type: 'table',
    caption: changes ? 'Means before and now, and how many ratings' : 'Means, and how many ratings',
    head: ['Symptom', ...(changes ? ['Before'] : []), 'Now'],
    rows: severity.symptoms.map(({ name, before, now }) => {
      return [name, ...(changes ? [meanText(before)] : []), meanText(now)];
    }),
  };
  const plans: VisitTable = {
    type: 'table',
    caption: 'Plans before and now',
    head: ['From', 'Medication', 'Before', 'Now'],
    rows: regimen.map(({ day, version, before, isEnd }) => [
      [shortDay(day, style)],
      medicationLabel(version),
      before ? planTexts(before, style) : 'none',
      isEnd ? 'ended' : planTexts(version, style),
    ]),
  };
  return {
    name: 'period',
    title: periodTitle(summary),
    blocks: [list, ...(topics.length > 0 ? [toTalkAbout] : [])],
    more: numbers([means, plans].filter(({ rows }) => rows.length > 0)),
  };
}

function severitySection({ severity }: VisitSummary): VisitSection {
  const title = 'By time of day, and over time';
  const { forms, loggedDays, lines, symptoms } = severity;
  if (lines.length === 0) {
    const text = 'There are no ratings in this period.';
    return { name: 'severity', title, blocks: [{ type: 'text', text }] };
  }
  const days = `${loggedDays} ${loggedDays === 1 ? 'day' : 'days'}`;
  return {
    name: 'severity',
    title,
    blocks: [
      { type: 'text', text: `Forms: ${forms}, on ${days}. 5 is the worst.`, isSmall: true },
      { type: 'lines' },
      {
        type: 'table',
        caption: 'Means by time of day, and how many ratings',
        head: ['Symptom', ...TIMES_OF_DAY.map((time) => TIME_OF_DAY_WORDS[time]), 'All', 'Range'],
        rows: symptoms
          .filter(({ now }) => now.count > 0)
          .map(({ name, now, times, range }) => [
            name,
            ...TIMES_OF_DAY.map((time) => meanText(times[time])),
            meanText(now),
            range ? `${range.lowest} to ${range.highest}` : '–',
          ]),
      },
    ],
    more: numbers([{ type: 'lineNumbers' }]),
  };
}

/** '3.1 (84)', the number of ratings in brackets, or 'no ratings'. */
function meanText({ mean, count }: Average): string {
  return mean === null ? 'no ratings' : `${mean.toFixed(1)} (${count})`;
}

function weeksSection(weeks: readonly CheckInWeek[], style: DateStyle): VisitSection {
  const text = ({ mean, days }: CheckInWeek['sleep'], digits: number) =>
    mean === null ? `too few days (${days})` : `${mean.toFixed(digits)} (${days})`;
  return {
    name: 'weeks',
    title: 'Sleep, exercise and mood',
    blocks: [
      {
        type: 'text',
        isSmall: true,
        text: 'Means of a week, with the number of days. Mood is from 1, very low, to 5, very good.',
      },
      {
        type: 'table',
        caption: 'Means of each week',
        head: ['Week', 'Sleep, hours', 'Exercise, minutes a day', 'Mood'],
        rows: weeks.map(({ first, last, sleep, exercise, mood }) => [
          `${shortDay(first, style)} to ${shortDay(last, style)}`,
          text(sleep, 1),
          text(exercise, 0),
          text(mood, 1),
        ]),
      },
    ],
  };
}

/** The newest notes. The PDF has all notes elsewhere. */
function notesSection({ count, shown }: VisitNotes, style: DateStyle): VisitSection {
  const newest = shown.length === 1 ? 'note' : `${shown.length} notes`;
  const items = shown.map(({ day, time, symptom, text, isCut }) => ({
    of: `${shortDay(day, style)}, ${clockText(time, style)}, ${symptom}:`,
    text: isCut ? `${text}… (cut here)` : text,
  }));
  return {
    name: 'notes',
    title: 'Notes',
    blocks: [],
    more: {
      title: count > shown.length ? `The newest ${newest} of ${count}` : `Notes: ${count}`,
      blocks: [{ type: 'list', items }],
    },
  };
}
