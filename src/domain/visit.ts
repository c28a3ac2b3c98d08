import { DIARY_DAYS } from './diary.ts';
import { byPart, type SharePart } from './share.ts';
import { compareText } from './sorted.ts';
import type { DayRange } from './windows.ts';
import { addDays, type CalendarDate, daysBetween } from './zone.ts';

/**
 * A person's visits with their doctor, and what they want to talk about there. A visit is a calendar day without a
 * time: the diary and the figures need no more. At most one visit has no day yet.
 */

/**
 * The maximum number of topics of a visit. A topic is a line of text: something that the person wants to talk about.
 */
export const MAX_TOPICS = 3;
/** In UTF-16 code units. */
export const MAX_TOPIC_LENGTH = 200;

export interface Visit {
  readonly visitId: string;
  /** Null while the day is not known. */
  readonly day: CalendarDate | null;
  /** In the person's order, without empty lines. */
  readonly topics: readonly string[];
  /** Whether the person wants to measure blood pressure on the five days before; null if they have not chosen. */
  readonly bloodPressure: boolean | null;
}

/** Whether two visits have the same values. */
export function isSameVisit(one: Omit<Visit, 'visitId'>, other: Omit<Visit, 'visitId'>): boolean {
  return (
    one.day === other.day &&
    one.topics.join('\n') === other.topics.join('\n') &&
    one.bloodPressure === other.bloodPressure
  );
}

/** The earliest visit today or later; without one, the visit whose day is not known yet. */
export function nextVisit<Each extends Visit>(
  visits: readonly Each[],
  today: CalendarDate,
): Each | undefined {
  const ahead = visits.filter(({ day }) => day !== null && day >= today).sort(byDay);
  return ahead[0] ?? visits.find(({ day }) => day === null);
}

/** The latest visit before today. */
export function lastVisit<Each extends Visit>(
  visits: readonly Each[],
  today: CalendarDate,
): Each | undefined {
  return visits
    .filter(({ day }) => day !== null && day < today)
    .sort(byDay)
    .at(-1);
}

/** How many days before a visit it counts as near. */
const NEAR_DAYS = 7;

/** The next visit, from 7 days before it on; without one, that of yesterday. */
export function nearVisit<Each extends Visit>(
  visits: readonly Each[],
  today: CalendarDate,
): Each | undefined {
  const next = nextVisit(visits, today);
  if (next?.day && next.day <= addDays(today, NEAR_DAYS)) return next;
  const last = lastVisit(visits, today);
  return last?.day === addDays(today, -1) ? last : undefined;
}

/** The days before a visit on which the motor diary is proposed. */
export function diaryDaysBefore(day: CalendarDate): DayRange {
  return { first: addDays(day, -DIARY_DAYS), last: addDays(day, -1) };
}

/** The days on which the motor diary runs: those before each visit. */
export function diaryDaysOf(visits: readonly Pick<Visit, 'day'>[]): CalendarDate[] {
  return visits.flatMap(({ day }) => {
    return day === null
      ? []
      : Array.from({ length: DIARY_DAYS }, (_, index) => addDays(day, index - DIARY_DAYS));
  });
}

/**
 * Which parts of the summary a doctor may see. A part that is false is absent from the summary. The symptoms and the
 * topics of the next visit are always in it.
 */
export type VisitScope = Readonly<Record<SharePart, boolean>>;

/** The scope of the person's own summary. */
export const WHOLE_SCOPE: VisitScope = byPart(() => true);

/** The length of the period in days if there was no visit in the last year. */
const RECENT_DAYS = 28;
/** The longest period of the page for a visit, in days. */
export const MAX_VISIT_DAYS = 366;

/** Why the summary has its period: since the last visit, the last 28 days, or days that the person chose. */
export const VISIT_BASES = ['lastVisit', 'recent', 'chosen'] as const;
export type VisitBasis = (typeof VISIT_BASES)[number];

/**
 * The days of a summary: by default since the last visit, whose day is included. If there is no last visit, or if it
 * was more than a year ago, the last 28 days. If only `wanted.to` is given, the 28 days up to it.
 *
 * @param last the day of the last visit
 * @returns `days` is empty if `wanted.from` is after today or after `wanted.to`
 */
export function visitDays(
  wanted: { readonly from?: CalendarDate | undefined; readonly to?: CalendarDate | undefined },
  last: CalendarDate | undefined,
  today: CalendarDate,
): { readonly basis: VisitBasis; readonly days: DayRange } {
  const end = wanted.to !== undefined && wanted.to < today ? wanted.to : today;
  if (wanted.from !== undefined) {
    return { basis: 'chosen', days: { first: wanted.from, last: end } };
  }
  const isRecentVisit =
    wanted.to === undefined && last !== undefined && daysBetween(last, today) <= MAX_VISIT_DAYS;
  if (isRecentVisit) return { basis: 'lastVisit', days: { first: last, last: end } };
  const basis = wanted.to === undefined ? 'recent' : 'chosen';
  return { basis, days: { first: addDays(end, 1 - RECENT_DAYS), last: end } };
}

function byDay(one: Visit, other: Visit): number {
  return compareText(one.day ?? '', other.day ?? '') || compareText(one.visitId, other.visitId);
}
