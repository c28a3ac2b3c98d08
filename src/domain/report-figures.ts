import {
  type Average,
  isWithin,
  type RatedForm,
  RunningAverage,
  shownDifference,
  TIMES_OF_DAY,
  type TimeOfDay,
  timeOfDay,
} from './severity.ts';
import type { Span } from './windows.ts';
import { hourOf } from './zone.ts';

export interface SymptomFigures {
  readonly name: string;
  readonly now: Average;
  /** null without ratings. */
  readonly range: { readonly lowest: number; readonly highest: number } | null;
  /** The average of the preceding period. Its count is 0 if that period may not be shown. */
  readonly before: Average;
  /** The mean minus the preceding period's mean, both as shown; null if either is missing. Above 0 means more severe. */
  readonly change: number | null;
  readonly times: Readonly<Record<TimeOfDay, Average>>;
}

/** The figures of each rated symptom, computed in one pass over the forms. */
export function figuresByName(
  forms: readonly RatedForm[],
  { span, before }: { readonly span: Span; readonly before: Span | null },
): Map<string, SymptomFigures> {
  const tallies = new Map<string, Tally>();
  for (const form of forms) {
    const isNow = isWithin(form, span);
    if (!isNow && !(before && isWithin(form, before))) continue;
    const time = isNow ? timeOfDay(hourOf(form.localTime)) : undefined;
    for (const { name, severity } of form.ratings) {
      const tally = tallies.get(name) ?? new Tally();
      tallies.set(name, tally);
      if (time) tally.add(severity, time);
      else tally.before.add(severity);
    }
  }
  return new Map([...tallies].map(([name, tally]) => [name, tally.figures(name)]));
}

/** The figures of a symptom without ratings. */
export function unratedFigures(name: string): SymptomFigures {
  return new Tally().figures(name);
}

class Tally {
  readonly #now = new RunningAverage();
  readonly before = new RunningAverage();
  readonly #times = {
    morning: new RunningAverage(),
    afternoon: new RunningAverage(),
    evening: new RunningAverage(),
  };
  #lowest = Number.POSITIVE_INFINITY;
  #highest = Number.NEGATIVE_INFINITY;

  add(severity: number, time: TimeOfDay): void {
    this.#now.add(severity);
    this.#times[time].add(severity);
    this.#lowest = Math.min(this.#lowest, severity);
    this.#highest = Math.max(this.#highest, severity);
  }

  figures(name: string): SymptomFigures {
    const now = this.#now.average();
    const before = this.before.average();
    const times = TIMES_OF_DAY.map((time) => [time, this.#times[time].average()] as const);
    return {
      name,
      now,
      range: now.count === 0 ? null : { lowest: this.#lowest, highest: this.#highest },
      before,
      change:
        now.mean === null || before.mean === null ? null : shownDifference(now.mean, before.mean),
      times: Object.fromEntries(times) as Record<TimeOfDay, Average>,
    };
  }
}
