import { counted } from './counted.ts';
import { type Dose, plannedStatuses } from './doses.ts';
import { plannedDoses, type RegimenVersion } from './regimen.ts';
import { addDays, type CalendarDate } from './zone.ts';

/** How many doses were planned on a day, and how many of them were logged as taken or skipped. */
export interface DayDoses {
  readonly planned: number;
  readonly logged: number;
}

/**
 * To count the doses of a day, the planned doses of this many days before and after it are needed. A logged dose
 * belongs to the nearest planned dose (`nearestPlanned`), which may be on another day.
 */
export const PLANNED_DAYS_AROUND = 2;

/**
 * Counts the doses of a whole calendar day, so that the number of planned doses does not change during the day.
 *
 * @param versions of one or more medications, in any order
 * @param doses in any order, at least those with a planned time from `PLANNED_DAYS_AROUND` days before the day to as
 * many days after it
 * @param zoneOn the zone (IANA) where the person was on a day
 */
export function dayDoses(
  versions: readonly RegimenVersion[],
  doses: readonly Pick<Dose, 'medicationId' | 'scheduledFor' | 'status'>[],
  day: CalendarDate,
  zoneOn: (day: CalendarDate) => string,
): DayDoses {
  const plannedOn = (each: CalendarDate) => plannedDoses(versions, each, zoneOn(each));
  const ofDay = new Set(plannedOn(day));
  const all = [...ofDay];
  for (let days = 1; days <= PLANNED_DAYS_AROUND; days += 1) {
    all.push(...plannedOn(addDays(day, -days)), ...plannedOn(addDays(day, days)));
  }
  all.sort((one, other) => one.at - other.at);
  const logged = plannedStatuses(all, doses).filter(({ planned, status }) => {
    return ofDay.has(planned) && status !== 'notLogged';
  });
  return { planned: ofDay.size, logged: logged.length };
}

/** '3 of 4 planned doses logged'; undefined if none was planned. */
export function dayDosesText({ planned, logged }: DayDoses): string | undefined {
  if (planned === 0) return undefined;
  return `${logged} of ${counted(planned, 'planned dose')} logged`;
}
