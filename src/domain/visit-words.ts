import { counted } from './counted.ts';
import type { DiaryState } from './diary.ts';
import type { DateStyle } from './formats.ts';
import type { Quartiles } from './quantiles.ts';
import {
  amountText,
  clockText,
  medicationLabel,
  planTexts,
  type RegimenVersion,
  timesInOrder,
} from './regimen.ts';
import { NO_COMPARISON } from './report-changes.ts';
import { daysText, shortDay } from './visit-days.ts';
import type {
  VisitChanges,
  VisitDiary,
  VisitDiaryDay,
  VisitRegimenChange,
  VisitSummary,
} from './visit-summary.ts';
import { lastDays } from './windows.ts';
import { type CalendarDate, dateOf, daysBetween } from './zone.ts';

/** The words of the page for a visit, on the screen and in the PDF. They state figures, without cause or judgement. */

/** The scale that doctors use. */
export const SCALE_NAME = 'MDS-UPDRS';
/** The scale of the ratings, as a doctor needs to know it. */
const SCALE_WORDS = `own 1–5 scale, not ${SCALE_NAME}`;

/** The states of the diary as a doctor names them. */
export const STATE_TERMS: Readonly<Record<DiaryState, string>> = {
  asleep: 'Asleep',
  off: 'Off',
  on: 'On without dyskinesia',
  onWithDyskinesia: 'On, dyskinesia that does not trouble',
  onWithTroublesomeDyskinesia: 'On, troublesome dyskinesia',
};

/** 'Since the last visit (Oct 24)', 'The last 28 days' or 'Oct 1 to Nov 21, 2026'. */
export function periodTitle({
  basis,
  days,
  lastVisit,
  style,
  zone,
  madeAt,
}: Pick<VisitSummary, 'basis' | 'days' | 'lastVisit' | 'style' | 'zone' | 'madeAt'>): string {
  if (basis === 'lastVisit' && lastVisit !== null) {
    return `Since the last visit (${shortDay(lastVisit, style)})`;
  }
  const count = daysBetween(days.first, days.last);
  const recent = lastDays(count, madeOn({ madeAt, zone }));
  const isRecent = recent.first === days.first && recent.last === days.last;
  return isRecent && count > 1 ? `The last ${count} days` : daysText(days, style);
}

/** The person's day on which a summary was made. */
export function madeOn({ madeAt, zone }: Pick<VisitSummary, 'madeAt' | 'zone'>): CalendarDate {
  return dateOf(Date.parse(madeAt), zone);
}

/** 'Grace Hopper, 74'. */
export function personTitle({ name, age }: VisitSummary['person']): string {
  return [name || 'Name not given', age].filter((part) => part !== null).join(', ');
}

/** 'Diagnosed 2020', 'Oct 24 to Nov 21, 2026', the scale, and 'times: New York'. */
export function headFacts({ person, days, style, zone }: VisitSummary): string[] {
  const { diagnosedYear } = person;
  const place = zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone;
  return [
    ...(diagnosedYear === null ? [] : [`Diagnosed ${diagnosedYear}`]),
    daysText(days, style),
    SCALE_WORDS,
    `times: ${place}`,
  ];
}

/** 'Nov 3: Levodopa/carbidopa 100 mg, 3 → 4 times a day.', or 'In this app since Nov 3: …' for the first plan. */
export function regimenChangeWords(
  { day, version, before, isEnd, isFirstPlan }: VisitRegimenChange,
  style: DateStyle,
): string {
  const now = medicationLabel(version);
  if (isEnd) return `${shortDay(day, style)}: ${now} ended.`;
  if (isFirstPlan)
    return `In this app since ${shortDay(day, style)}: ${now}, ${timesCount(version)}.`;
  if (!before) return `${shortDay(day, style)}: ${now}, new, ${timesCount(version)}.`;
  const former = medicationLabel(before);
  const label = former === now ? now : `${former} → ${now}`;
  const [counts, isPlanSame] = [
    [timesCount(before), timesCount(version)],
    planTexts(before, style).join() === planTexts(version, style).join(),
  ];
  const plan =
    before.times.length !== version.times.length && before.times.length * version.times.length > 0
      ? `${before.times.length} → ${counts[1]}`
      : counts[0] !== counts[1]
        ? counts.join(' → ')
        : isPlanSame
          ? `still ${counts[1]}`
          : `${counts[1]}, at other times or amounts`;
  return `${shortDay(day, style)}: ${label}, ${plan}.`;
}

function timesCount({ times, asNeeded }: RegimenVersion): string {
  if (times.length === 0) return asNeeded ? 'as needed' : 'without times';
  return times.length === 1 ? 'once a day' : `${times.length} times a day`;
}

/**
 * The plan as times: '1 at 8 AM', 'noon' and '½ at 8 PM'. The amount is said where it is another than before.
 */
export function planTimes(version: RegimenVersion, style: DateStyle): string[] {
  const sorted = timesInOrder(version);
  const planned = sorted.map(({ time, amount }, index) => {
    const clock = clockText(time, style).replace(':00 ', ' ');
    return sorted[index - 1]?.amount === amount ? clock : `${amountText(amount)} at ${clock}`;
  });
  const texts = [...planned, ...(version.asNeeded ? ['as needed'] : [])];
  return texts.length > 0 ? texts : ['no times'];
}

/** Sentences about symptoms: 'Stiffness went down on average, 3.1 → 2.4 (84 → 78 ratings).' */
export function symptomChangeWords(changes: VisitChanges | null): string[] {
  if (!changes) return [NO_COMPARISON];
  const { symptoms, compared, tooFew } = changes;
  const changed = symptoms.map(({ name, before, now }) => {
    const direction = (now.mean ?? 0) > (before.mean ?? 0) ? 'up' : 'down';
    const means = `${before.mean?.toFixed(1)} → ${now.mean?.toFixed(1)}`;
    return `${name} went ${direction} on average, ${means} (${before.count} → ${now.count} ratings).`;
  });
  const sentences = [...changed];
  if (compared > symptoms.length) {
    const which = symptoms.length === 0 ? 'No symptom' : 'No other symptom';
    sentences.push(`${which} changed by half a point or more.`);
  }
  if (tooFew > 0) {
    sentences.push(
      compared === 0
        ? 'There are too few ratings to compare.'
        : `${counted(tooFew, 'symptom has', 'symptoms have')} too few ratings to compare.`,
    );
  }
  return sentences.length > 0 ? sentences : ['There are no ratings in this period.'];
}

/** The median and the quartiles: '12 min (4 to 31)'. Negative minutes are before the planned time. */
export function minutesText(minutes: Quartiles | undefined): string {
  if (!minutes) return '–';
  const [lower, median, upper] = [minutes.lower, minutes.median, minutes.upper].map((each) =>
    String(Math.round(each)).replace('-', '\u2212'),
  );
  return `${median} min (${lower} to ${upper})`;
}

/** '6.5'. */
export function hoursText(hours: number): string {
  return hours.toFixed(1);
}

/** The figures of the complete days that matter most; none without a complete day. */
export function diaryFigures({ average }: VisitDiary): { value: string; of: string }[] {
  if (!average) return [];
  const { days, hours } = average;
  const { off, onWithTroublesomeDyskinesia } = hours;
  const count = counted(days, 'complete day');
  return [
    { value: `${hoursText(off)} h`, of: `off a day, mean of ${count}` },
    {
      value: `${hoursText(onWithTroublesomeDyskinesia)} h`,
      of: `troublesome dyskinesia, of ${count}`,
    },
  ];
}

/** The other averages of the complete days: 'On 11.9 h, asleep 8.7 h a day.' */
export function diaryTotals({ average }: VisitDiary): string {
  if (!average)
    return 'No day is complete. A day is complete when at most four half-hours are empty.';
  const { hours, goodHours } = average;
  return `On ${hoursText(goodHours)} h, asleep ${hoursText(hours.asleep)} h a day.`;
}

/** '2 of 3 days are complete.', or '2 of 2 days are complete, Nov 18 so far.' @param today when the summary was made */
export function completeDays(
  { average, dayCount, days }: VisitDiary,
  today: CalendarDate,
  style: DateStyle,
): string {
  const complete = average?.days ?? 0;
  const isRunning = days.some((day) => day.isComplete && isSoFar(day, today));
  const end = isRunning ? `, ${shortDay(today, style)} so far` : '';
  return `${complete} of ${counted(dayCount, 'day')} ${complete === 1 ? 'is' : 'are'} complete${end}.`;
}

/** '46 of 48', or '45 of 48 so far'. @param today when the summary was made */
export function filledText(day: VisitDiaryDay, today: CalendarDate): string {
  return `${day.filled} of ${day.slots}${isSoFar(day, today) ? ' so far' : ''}`;
}

/** A day may have enough half-hours to be complete before it is over. */
function isSoFar({ day, filled, slots }: VisitDiaryDay, today: CalendarDate): boolean {
  return day === today && filled < slots;
}

/** How much is filled in. Sleep counts among the half-hours that were entered later. */
export function halfHoursText({ filled, slots, recalled }: VisitDiary): string {
  return `${filled} of ${slots} half-hours are filled in. ${recalled} of these, counting sleep, were filled in more than two hours later.`;
}

/** Off and troublesome time as a share of the waking day, in a sentence; undefined without a waking hour. */
export function badShare({ average }: VisitDiary): string | undefined {
  if (!average || average.awakeHours === 0) return undefined;
  const share = Math.round((100 * average.badHours) / average.awakeHours);
  return `Off or troublesome dyskinesia: ${share} % of the waking day.`;
}

/** 'Entries by Grace Hopper: 112, by Ada: 3.' */
export function authorsText({ person, authors }: Pick<VisitSummary, 'person' | 'authors'>): string {
  if (authors.length === 0) return 'There are no entries in this period.';
  const names = authors.map(({ author, entries }) => {
    const name = author === 'self' ? person.name || 'the person' : author;
    return `by ${name}: ${entries}`;
  });
  return `Entries ${names.join(', ')}.`;
}
