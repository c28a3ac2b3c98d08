import { changesInWords } from './report-changes.ts';
import { figuresByName, isWithin, type SymptomFigures, unratedFigures } from './report-figures.ts';
import type { ReportPeriod } from './report-period.ts';
import { type Average, averageByPart } from './severity.ts';
import { lineParts, lineTimeframe, type Span } from './windows.ts';
import { dateOf, type Instant } from './zone.ts';

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

export interface ReportForm {
  readonly formNumber: number;
  readonly loggedAt: Instant;
  readonly isEdited: boolean;
  /** The time of the last edit; null if unknown, for example if the form was imported from CSV. */
  readonly editedAt: Instant | null;
  /** In slot order. */
  readonly ratings: readonly ReportRating[];
}

/** A symptom of the profile, with the number and times of its ratings in the period. */
export interface ListedSymptom extends ReportSymptom {
  readonly count: number;
  /** null without ratings. */
  readonly rated: { readonly first: Instant; readonly last: Instant } | null;
}

export interface ReportNote {
  readonly formNumber: number;
  readonly loggedAt: Instant;
  readonly symptom: string;
  readonly text: string;
}

export interface Report {
  readonly person: ReportPerson;
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

/** The most lines that a reader can tell apart in one chart. */
export const MOST_CHARTED = 6;

/** @param forms in any order; forms outside the period and the one before it are ignored */
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
  const figures = inOrder(figuresByName(forms, period, zone), tracked);
  const parts = lineParts(
    { timeframe: lineTimeframe(period.dayCount), start: period.days.first, end: period.days.last },
    period.days,
    zone,
  );
  return {
    person,
    zone,
    period,
    loggedDays: new Set(log.map(({ loggedAt }) => dateOf(loggedAt, zone))).size,
    formCount: log.length,
    formsPerDay: log.length / period.dayCount,
    symptoms: figures,
    changes: changesInWords(figures),
    parts,
    charted: figures
      .filter(({ now }) => now.count > 0)
      .slice(0, MOST_CHARTED)
      .map((each) => ({ ...each, averages: averageByPart(log, each.name, parts) })),
    list: listed(symptoms, log),
    notes: log.flatMap(({ formNumber, loggedAt, ratings }) =>
      ratings
        .filter(({ notes }) => notes.trim() !== '')
        .map(({ name, notes }) => ({ formNumber, loggedAt, symptom: name, text: notes })),
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

/** @param log newest first */
function listed(symptoms: readonly ReportSymptom[], log: readonly ReportForm[]): ListedSymptom[] {
  const rated = new Map<string, { first: Instant; last: Instant; count: number }>();
  for (const { loggedAt, ratings } of log) {
    for (const { name } of ratings) {
      const { last = loggedAt, count = 0 } = rated.get(name) ?? {};
      rated.set(name, { first: loggedAt, last, count: count + 1 });
    }
  }
  return symptoms.map((symptom) => {
    const { first, last, count } = rated.get(symptom.name) ?? { first: 0, last: 0, count: 0 };
    return { ...symptom, count, rated: count > 0 ? { first, last } : null };
  });
}
