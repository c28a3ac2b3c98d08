import type { RatedForm } from './severity.ts';
import { compareText } from './sorted.ts';
import type { DayRange } from './windows.ts';
import { type CalendarDate, dayOf } from './zone.ts';

/** The forms of each day, for a calendar. A form belongs to its own date, in the zone where it was made (DECISIONS 20). */

/** The most days that are asked for at once: the longest month. */
export const MOST_FORM_DAYS = 31;

/** The average of one symptom's ratings of a day. */
interface DayAverage {
  readonly name: string;
  /** 1 to 5. */
  readonly mean: number;
  /** The number of ratings. */
  readonly count: number;
}

/** A day with forms. */
export interface FormDay {
  readonly day: CalendarDate;
  /** The number of forms. */
  readonly forms: number;
  /** By name. */
  readonly averages: DayAverage[];
}

/** Counts forms by day. */
export class FormDays {
  readonly #days = new Map<CalendarDate, { forms: number; sums: Map<string, Sum> }>();

  add({ localTime, ratings }: RatedForm): void {
    const { sums } = this.#grow(dayOf(localTime), 1);
    for (const { name, severity } of ratings) addTo(sums, name, { total: severity, count: 1 });
  }

  /** Adds what was counted before. */
  addDay({ day, forms, averages }: FormDay): void {
    const { sums } = this.#grow(day, forms);
    for (const { name, mean, count } of averages) {
      // Severities are whole numbers, and so is their sum.
      addTo(sums, name, { total: Math.round(mean * count), count });
    }
  }

  /** The days of a range that have forms, in order. */
  within({ first, last }: DayRange): FormDay[] {
    return [...this.#days]
      .filter(([day]) => first <= day && day <= last)
      .map(([day, { forms, sums }]) => ({
        day,
        forms,
        averages: [...sums]
          .map(([name, { total, count }]) => ({ name, mean: total / count, count }))
          .sort((one, other) => compareText(one.name, other.name)),
      }))
      .sort((one, other) => compareText(one.day, other.day));
  }

  #grow(day: CalendarDate, forms: number) {
    const known = this.#days.get(day) ?? { forms: 0, sums: new Map<string, Sum>() };
    known.forms += forms;
    this.#days.set(day, known);
    return known;
  }
}

interface Sum {
  readonly total: number;
  readonly count: number;
}

function addTo(sums: Map<string, Sum>, name: string, { total, count }: Sum): void {
  const before = sums.get(name) ?? { total: 0, count: 0 };
  sums.set(name, { total: before.total + total, count: before.count + count });
}

/** One symptom over several days: the average of all its ratings, and the number of forms. */
export function averageOver(
  days: readonly FormDay[],
  name: string,
): { readonly forms: number; readonly mean: number | undefined } {
  let [forms, total, count] = [0, 0, 0];
  for (const day of days) {
    forms += day.forms;
    const average = day.averages.find((each) => each.name === name);
    total += (average?.mean ?? 0) * (average?.count ?? 0);
    count += average?.count ?? 0;
  }
  return { forms, mean: count === 0 ? undefined : total / count };
}

/** All days of a month, 'YYYY-MM'. */
export function daysOfMonth(month: string): DayRange {
  const first = `${month}-01`;
  // The day before the first of the next month. Day 0 of a month is the last one of the month before.
  const [year = 0, number = 1] = month.split('-').map(Number);
  return { first, last: dayOf(new Date(0).setUTCFullYear(year, number, 0)) };
}

/** The month of a day, 'YYYY-MM'. */
export function monthOf(day: CalendarDate): string {
  return day.slice(0, 'YYYY-MM'.length);
}
