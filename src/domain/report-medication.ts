import type { AfterDose } from './after-dose.ts';
import { afterDoseIn, type Entered, hasLevodopa, zonesOf } from './after-dose-window.ts';
import { type ScheduleFigures, scheduleFigures } from './doses.ts';
import { byMedication, plannedBetween, type RegimenVersion, versionOn } from './regimen.ts';
import { firstPlanDay } from './regimen-changes.ts';
import { compareText } from './sorted.ts';
import type { DayRange } from './windows.ts';
import {
  addDays,
  type CalendarDate,
  dateOf,
  daysBetween,
  type Instant,
  instantAt,
} from './zone.ts';

/** The report's figures of medication and doses. */

/** A version that was in force in the period. */
interface ReportVersion extends RegimenVersion {
  /** The last day, which may be the day before the next version; null if it is still in force. */
  readonly to: CalendarDate | null;
}

export interface ReportMedication {
  /** By name, then by date. */
  readonly regimen: readonly ReportVersion[];
  /** Of all versions; undefined without versions. */
  readonly firstPlan: CalendarDate | undefined;
  /**
   * The figures of each medication with planned or logged doses, ordered by its latest name. Figures per day count the
   * days on which the medication was in force. If it was in force on none, they count all days of the period until
   * today.
   */
  readonly schedule: readonly (ScheduleFigures & { readonly name: string })[];
  /** Empty without a medication that is marked as levodopa. */
  readonly afterDose: readonly { readonly name: string; readonly result: AfterDose }[];
}

/**
 * @param symptoms the names to show by the time since a dose
 * @param zone the person's present zone (IANA)
 * @returns undefined if nothing was planned or logged in the period
 */
export function reportMedication(
  days: DayRange,
  symptoms: readonly string[],
  entered: Entered,
  { now, zone }: { readonly now: Instant; readonly zone: string },
): ReportMedication | undefined {
  const { doses, versions } = entered;
  const regimen = withEnds(versions).filter(
    ({ from, to }) => from <= days.last && (to === null || to >= days.first),
  );
  const from = instantAt(days.first, '00:00', zone);
  const to = Math.min(instantAt(addDays(days.last, 1), '00:00', zone), now);
  const zones = zonesOf(entered, zone);
  const lastDay = dateOf(to - 1, zone);
  const schedule = [...byMedication([...versions, ...doses]).keys()].flatMap((medicationId) => {
    const isOfIt = (each: { readonly medicationId: string }) => each.medicationId === medicationId;
    const own = versions.filter(isOfIt);
    const planned = plannedBetween(own, from, to, zones);
    const count = daysInForce(own, days.first, lastDay) || daysBetween(days.first, lastDay);
    const figures = scheduleFigures(planned, doses.filter(isOfIt), { from, to, days: count });
    return figures.map((each) => ({ ...each, name: nameOf(medicationId, entered) }));
  });
  if (regimen.length === 0 && schedule.length === 0) return undefined;
  const results = hasLevodopa(versions) ? afterDoseIn(days, symptoms, entered, { now, zone }) : [];
  return {
    regimen,
    firstPlan: firstPlanDay(versions),
    schedule: schedule.sort((a, b) => compareText(a.name, b.name)),
    afterDose: results.flatMap((result, index) => {
      const name = symptoms[index];
      return name === undefined ? [] : [{ name, result }];
    }),
  };
}

function daysInForce(
  versions: readonly RegimenVersion[],
  first: CalendarDate,
  last: CalendarDate,
): number {
  let count = 0;
  for (let day = first; day <= last; day = addDays(day, 1)) {
    if (versionOn(versions, day)) count += 1;
  }
  return count;
}

/** Each version with its last day. */
function withEnds(versions: readonly RegimenVersion[]): ReportVersion[] {
  return [...versions]
    .sort((a, b) => compareText(a.name, b.name) || compareText(a.from, b.from))
    .map((version) => {
      const later = versions
        .filter(({ medicationId, from }) => {
          return medicationId === version.medicationId && from > version.from;
        })
        .map(({ from }) => addDays(from, -1));
      const ends = [version.until, ...later].filter((end) => end !== null).sort();
      return { ...version, to: ends[0] ?? null };
    });
}

function nameOf(medicationId: string, { doses, versions }: Entered): string {
  const isOfIt = (each: { readonly medicationId: string }) => each.medicationId === medicationId;
  const latest = versions.filter(isOfIt).sort((a, b) => compareText(b.from, a.from))[0];
  return latest?.name ?? doses.find(isOfIt)?.name ?? '';
}
