import { HALF_HOUR_MS } from './diary.ts';
import type { PlannedDose } from './regimen.ts';
import type { DueReminder } from './reminders.ts';
import { addDays, type CalendarDate, type Instant } from './zone.ts';

/** Whether the entry that a reminder is for was made meanwhile. */

/** What identifies the entry that a reminder is for. */
export interface Reminded extends Pick<DueReminder, 'kind' | 'at' | 'time' | 'day' | 'since'> {
  readonly doses: readonly Pick<PlannedDose, 'medicationId' | 'at'>[];
}

/** What was entered that makes a reminder needless. */
export interface EnteredSince {
  /** When forms were for. */
  readonly formsAt: readonly Instant[];
  /** The planned doses that are logged as taken or skipped, as `medicationId` and planned instant. */
  readonly loggedDoses: readonly { readonly medicationId: string; readonly at: Instant }[];
  /** The check-in of `checkInDayOf`. */
  readonly checkIn: { readonly exerciseMinutes: number | null } | undefined;
  /** When half-hours of the motor diary begin that have an entry. */
  readonly halfHours: readonly Instant[];
}

/** From here on a half-hour counts as the one that a reminder of the diary is for: the last that has ended. */
export function diaryFrom({ at }: Pick<DueReminder, 'at'>): Instant {
  // A time between two half-hours, and a clock whose half-hours are not those of UTC.
  return at - 2 * HALF_HOUR_MS + 1;
}

/** The day whose check-in a reminder is for. Until 03:00 it is the day before. */
export function checkInDayOf({ day, time }: Pick<DueReminder, 'day' | 'time'>): CalendarDate {
  return time < '03:00' ? addDays(day, -1) : day;
}

/** The doses of a reminder that are not logged. Only these may be named, so that nobody takes one twice. */
export function dosesNotLogged<Dose extends Reminded['doses'][number]>(
  doses: readonly Dose[],
  { loggedDoses }: Pick<EnteredSince, 'loggedDoses'>,
): Dose[] {
  return doses.filter(
    (dose) =>
      !loggedDoses.some((each) => each.medicationId === dose.medicationId && each.at === dose.at),
  );
}

/** Whether the entry that a reminder is for has been made. */
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
