import { HALF_HOUR_MS } from './diary.ts';
import type { PlannedDose } from './regimen.ts';
import type { DueReminder } from './reminders.ts';
import { addDays, type CalendarDate, type Instant } from './zone.ts';

/** Decides whether the entry that a reminder asks for has been made. */

/** The fields of a reminder that identify the entry that it asks for. */
export interface Reminded extends Pick<DueReminder, 'kind' | 'at' | 'time' | 'day' | 'since'> {
  readonly doses: readonly Pick<PlannedDose, 'medicationId' | 'at'>[];
}

/** The entries that make a reminder unnecessary. */
export interface EnteredSince {
  /** The times that forms are for. */
  readonly formsAt: readonly Instant[];
  /** The planned doses that are logged as taken or skipped; `at` is the planned time. */
  readonly loggedDoses: readonly { readonly medicationId: string; readonly at: Instant }[];
  /** The check-in of the day that `checkInDayOf` returns; undefined if that day has none. */
  readonly checkIn: { readonly exerciseMinutes: number | null } | undefined;
  /** The beginnings of the half-hours of the motor diary that have an entry. */
  readonly halfHours: readonly Instant[];
}

/**
 * A reminder of the diary asks for the last half-hour that has ended. An entry that begins at the returned instant or
 * later is for that half-hour or a later one.
 */
export function diaryFrom({ at }: Pick<DueReminder, 'at'>): Instant {
  // The last half-hour that has ended began less than two half-hours ago. This holds for any time, in every zone.
  return at - 2 * HALF_HOUR_MS + 1;
}

/** The day whose check-in a reminder asks for. For a reminder before 03:00 it is the day before. */
export function checkInDayOf({ day, time }: Pick<DueReminder, 'day' | 'time'>): CalendarDate {
  return time < '03:00' ? addDays(day, -1) : day;
}

/** The doses of a reminder that are not logged. Only these may be named, so that nobody takes a dose twice. */
export function dosesNotLogged<Dose extends Reminded['doses'][number]>(
  doses: readonly Dose[],
  { loggedDoses }: Pick<EnteredSince, 'loggedDoses'>,
): Dose[] {
  return doses.filter(
    (dose) =>
      !loggedDoses.some((each) => each.medicationId === dose.medicationId && each.at === dose.at),
  );
}

/** Whether the entry that a reminder asks for has been made. */
export function isEntered({ kind, at, since, doses }: Reminded, entered: EnteredSince): boolean {
  switch (kind) {
    case 'form':
      return entered.formsAt.some((formAt) => formAt >= since);
    case 'checkIn':
      return entered.checkIn !== undefined;
    case 'exercise':
      return typeof entered.checkIn?.exerciseMinutes === 'number';
    case 'dose':
      return dosesNotLogged(doses, entered).length === 0;
    case 'diary':
      return entered.halfHours.some((slot) => slot >= diaryFrom({ at }));
    default:
      return false;
  }
}
