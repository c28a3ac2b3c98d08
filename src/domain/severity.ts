import type { Span } from './windows.ts';
import { hourOf, type LocalTime } from './zone.ts';

/** Averages of ratings, for each part of a window and for each time of day. SPEC section 9, DECISIONS 22. */

interface Rating {
  /** The symptom's name at the time of logging. */
  readonly name: string;
  /** 1 to 5. */
  readonly severity: number;
}

/** The fields of a form that the averages use. */
export interface RatedForm {
  /** The time that the form is for, in the zone where it was made. */
  readonly localTime: LocalTime;
  readonly ratings: readonly Rating[];
}

/** `mean` is 1 to 5, or `null` without ratings. It is never 0, because 0 would mean 'no symptoms'. */
export interface Average {
  readonly mean: number | null;
  readonly count: number;
}

/** The smallest difference of two averages that is worth a sentence: half a step (DESIGN). */
const NOTABLE_DIFFERENCE = 0.5;

/** The difference of two means as a reader finds it, who knows them with one decimal. */
export function shownDifference(mean: number, other: number): number {
  return Number((Number(mean.toFixed(1)) - Number(other.toFixed(1))).toFixed(1));
}

/** Whether a difference of two means as shown is worth a sentence. */
export function isNotable(difference: number): boolean {
  return Math.abs(difference) >= NOTABLE_DIFFERENCE;
}

export const TIMES_OF_DAY = ['morning', 'afternoon', 'evening'] as const;
export type TimeOfDay = (typeof TIMES_OF_DAY)[number];

export const TIME_OF_DAY_WORDS: Readonly<Record<TimeOfDay, string>> = {
  morning: 'Morning',
  afternoon: 'Afternoon',
  evening: 'Evening',
};

/** Morning is hours 0 to 11, afternoon 12 to 16, evening 17 to 23. */
export function timeOfDay(hour: number): TimeOfDay {
  if (hour < 12) return 'morning';
  return hour < 17 ? 'afternoon' : 'evening';
}

/** One symptom's average for each part. Forms outside all parts are ignored. */
export function averageByPart(
  forms: readonly RatedForm[],
  name: string,
  parts: readonly Span[],
): Average[] {
  const averages = parts.map(() => new RunningAverage());
  for (const form of forms) {
    const part = parts.findIndex((each) => isWithin(form, each));
    addRatings(averages[part], form, name);
  }
  return averages.map((each) => each.average());
}

/** One symptom's average for each time of day, over the forms in `span`. */
export function averageByTimeOfDay(
  forms: readonly RatedForm[],
  name: string,
  span: Span,
): Record<TimeOfDay, Average> {
  const averages = {
    morning: new RunningAverage(),
    afternoon: new RunningAverage(),
    evening: new RunningAverage(),
  };
  for (const form of forms) {
    if (!isWithin(form, span)) continue;
    addRatings(averages[timeOfDay(hourOf(form.localTime))], form, name);
  }
  return {
    morning: averages.morning.average(),
    afternoon: averages.afternoon.average(),
    evening: averages.evening.average(),
  };
}

export function isWithin({ localTime }: Pick<RatedForm, 'localTime'>, { from, to }: Span): boolean {
  return from <= localTime && localTime < to;
}

/** The average of severities that are added one by one. */
export class RunningAverage {
  #total = 0;
  #count = 0;

  add(severity: number): void {
    this.#total += severity;
    this.#count += 1;
  }

  average(): Average {
    return { mean: this.#count === 0 ? null : this.#total / this.#count, count: this.#count };
  }
}

function addRatings(
  average: RunningAverage | undefined,
  { ratings }: RatedForm,
  name: string,
): void {
  for (const rating of ratings) if (rating.name === name) average?.add(rating.severity);
}
