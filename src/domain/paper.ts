import { HALF_HOUR_MS } from './diary.ts';
import type { TimeOfDay } from './severity.ts';
import type { Instant } from './zone.ts';

/** Sheets of paper that are filled in by hand and typed in later (DECISIONS 52). */

export const PAPER_SHEETS = ['forms', 'diary', 'falls', 'pressure'] as const;
export type PaperSheet = (typeof PAPER_SHEETS)[number];

/** The time of a form whose time nobody wrote down ('HH:MM'). */
export const USUAL_TIMES: Readonly<Record<TimeOfDay, string>> = {
  morning: '09:00',
  afternoon: '14:00',
  evening: '20:00',
};

/**
 * The half-hours that one press on a sheet's diary fills: the pressed one, and the empty ones before it up to the last
 * that was filled or left empty on purpose.
 *
 * @param slots of the day, in order of time
 * @param done those that are filled or left empty
 */
export function runUntil(
  slots: readonly Instant[],
  done: ReadonlySet<Instant>,
  pressed: Instant,
): Instant[] {
  const run: Instant[] = [];
  for (let slot = pressed; slots.includes(slot) && !done.has(slot); slot -= HALF_HOUR_MS) {
    run.unshift(slot);
  }
  return run;
}
