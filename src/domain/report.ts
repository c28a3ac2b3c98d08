import { changesInWords, NO_COMPARISON } from './report-changes.ts';
import { figuresByName, type SymptomFigures, unratedFigures } from './report-figures.ts';
import type { ReportPeriod } from './report-period.ts';
import { type Average, averageByPart, isWithin } from './severity.ts';
import { lineParts, lineTimeframe, type Span } from './windows.ts';
import { dayOf, type Instant, type LocalTime, localTimeOf } from './zone.ts';

/** The report's content as figures and sentences, without layout. */

export interface ReportPerson {
  /** '' if unknown. */
  readonly name: string;
  /** 'YYYY-MM-DD', or '' if unknown. */
  readonly birthday: string;
  readonly yearsWithParkinsons: number | null;
}

/** A current or past symptom of the profile. */
export interface ReportSymptom {
  readonly name: string;
  /** When the symptom was added to the profile; for a past symptom, when it became past. */
  readonly since: Instant;
  readonly isPast: boolean;
}

interface ReportRating {
  /** The symptom's name at the time of logging. */
  readonly name: string;
  /** 1 to 5. */
  readonly severity: number;
  readonly notes: string;
}

/** When a form was logged. */
export interface ReportTime {
  readonly loggedAt: Instant;
  /** The zone where the form was made. */
  readonly timeZone: string;
}

export interface ReportForm extends ReportTime {
  readonly formNumber: number;
  readonly localTime: LocalTime;
  /** Who entered it; absent, or 'self', for the person. */
  readonly author?: string;
  readonly isEdited: boolean;
  /** The time of the last edit; null if unknown, for example if the form was imported from CSV. */
  readonly editedAt: Instant | null;
  /** In slot order. */
  readonly ratings: readonly ReportRating[];
}

/** A symptom of the profile, with the number and times of its ratings in the period. */
export interface ListedSymptom extends Omit<ReportSymptom, 'since'> {
  /** When the symptom was added. Null if that was before the period, and nothing from before it may be shown. */
  readonly since: Instant | null;
  readonly count: number;
  /** null without ratings. */
  readonly rated: { readonly first: ReportTime; readonly last: ReportTime } | null;
}

export interface ReportNote extends ReportTime {
  readonly formNumber: number;
  readonly symptom: string;
  readonly text: string;
}

export interface Report {
  readonly person: ReportPerson;
  /** The person's present zone. */
  readonly zone: string;
  readonly period: ReportPeriod;
  /** Days with at least one form. */
  readonly loggedDays: number;
  readonly formCount: number;
  /** Forms divided by all days of the period. */
  readonly formsPerDay: number;
  /** The profile's symptoms in slot order, then the other rated symptoms, most ratings first. */
  readonly symptoms: readonly SymptomFigures[];
  /** Sentences about the largest changes. */
  readonly changes: readonly string[];
  /** The parts of the line chart. */
  readonly parts: readonly Span[];
  /** The symptoms that both charts show. `averages` has one average for each of `parts`. */
  readonly charted: readonly (SymptomFigures & { readonly averages: readonly Average[] })[];
  readonly list: readonly ListedSymptom[];
  /** Newest first. */
  readonly notes: readonly ReportNote[];
  /** Newest first. */
  readonly log: readonly ReportForm[];
}

/** The most lines that people can tell apart in one chart. */
export const MOST_CHARTED = 6;

/** @param forms in any order; only those of the period and of the preceding one are used */
export function reportOf({
  person,
  symptoms,
  forms,
  period,
  zone,
}: {
  readonly person: ReportPerson;
  /** The profile's symptoms in slot order, then its past symptoms. */
  readonly symptoms: readonly ReportSymptom[];
  readonly forms: readonly ReportForm[];
  readonly period: ReportPeriod;
  readonly zone: string;
}): Report {
  const log = forms
    .filter((form) => isWithin(form, period.span))
    .sort((a, b) => b.loggedAt - a.loggedAt || b.formNumber - a.formNumber);
  const tracked = symptoms.filter(({ isPast }) => !isPast).map(({ name }) => name);
  const figures = inOrder(figuresByName(forms, period), tracked);
  const parts = lineParts(
    { timeframe: lineTimeframe(period.dayCount), start: period.days.first, end: period.days.last },
    period.days,
  );
  return {
    person,
    zone,
    period,
    loggedDays: new Set(log.map(({ localTime }) => dayOf(localTime))).size,
    formCount: log.length,
    formsPerDay: log.length / period.dayCount,
    symptoms: figures,
    changes: period.before ? changesInWords(figures) : [NO_COMPARISON],
    parts,
    charted: figures
      .filter(({ now }) => now.count > 0)
      .slice(0, MOST_CHARTED)
      .map((each) => ({ ...each, averages: averageByPart(log, each.name, parts) })),
    list: listed(symptoms, log, (since) => {
      return period.before !== null || localTimeOf(since, zone) >= period.span.from;
    }),
    notes: log.flatMap(({ formNumber, loggedAt, timeZone, ratings }) =>
      ratings
        .filter(({ notes }) => notes.trim() !== '')
        .map(({ name, notes }) => ({ formNumber, loggedAt, timeZone, symptom: name, text: notes })),
    ),
    log,
  };
}

function inOrder(
  figures: ReadonlyMap<string, SymptomFigures>,
  tracked: readonly string[],
): SymptomFigures[] {
  const others = [...figures.values()]
    .filter(({ name, now }) => now.count > 0 && !tracked.includes(name))
    .sort((a, b) => b.now.count - a.now.count);
  return [...tracked.map((name) => figures.get(name) ?? unratedFigures(name)), ...others];
}

/**
 * @param log newest first
 * @param isShown whether the time since which a symptom is tracked may be shown. If not, `since` is null, and a past
 *   symptom without ratings in the period is left out.
 */
function listed(
  symptoms: readonly ReportSymptom[],
  log: readonly ReportForm[],
  isShown: (since: Instant) => boolean,
): ListedSymptom[] {
  const rated = new Map<string, { first: ReportTime; last: ReportTime; count: number }>();
  for (const { loggedAt, timeZone, ratings } of log) {
    const first = { loggedAt, timeZone };
    for (const { name } of ratings) {
      const { last = first, count = 0 } = rated.get(name) ?? {};
      rated.set(name, { first, last, count: count + 1 });
    }
  }
  return symptoms.flatMap(({ name, isPast, since }) => {
    const times = rated.get(name);
    const shown = isShown(since);
    if (!times && isPast && !shown) return [];
    const symptom = { name, isPast, since: shown ? since : null };
    if (!times) return { ...symptom, count: 0, rated: null };
    const { first, last, count } = times;
    return { ...symptom, count, rated: { first, last } };
  });
}
