import { byTimeTaken, type Dose, nearestPlanned, neighbours } from './doses.ts';
import type { PlannedDose } from './regimen.ts';
import type { Instant } from './zone.ts';

/** What the row of a medication shows and logs. */

/** A planned dose is offered from this long before its time (ms). */
const OFFERED_BEFORE_MS = 4 * 3_600_000;

/**
 * The planned dose that the button of a medication logs now: the nearest one whose time is at most 4 hours ahead and
 * less than 12 hours ago. So in the evening the button does not log tomorrow morning's dose.
 *
 * @param planned as for `nearestPlanned`
 */
export function offeredDose(
  planned: readonly PlannedDose[],
  now: Instant,
): PlannedDose | undefined {
  const near = planned.filter(({ at }) => at - now <= OFFERED_BEFORE_MS);
  return nearestPlanned(near, now);
}

/**
 * The planned dose that a dose with an earlier time belongs to, if its button offers `offered`: the nearest one to that
 * time, but never one after the offered dose.
 *
 * @param planned as for `nearestPlanned`
 */
export function plannedForEarlier(
  planned: readonly PlannedDose[],
  offered: PlannedDose,
  takenAt: Instant,
): PlannedDose {
  const nearest = nearestPlanned(planned, takenAt);
  return nearest && nearest.at < offered.at ? nearest : offered;
}

/** What the row of a medication shows. */
export type DoseRow =
  /** The button of the row logs this planned dose. */
  | { readonly kind: 'offer'; readonly planned: PlannedDose }
  /**
   * The planned dose has one or more logged doses. `dose` is the last one that was taken, for this planned dose or later
   * without a planned time. If none was taken, it is the last one that was skipped.
   */
  | { readonly kind: 'logged'; readonly planned: PlannedDose; readonly dose: Dose }
  /** Two or more doses were logged as taken for one planned time: the row asks which to keep. */
  | { readonly kind: 'twice'; readonly planned: PlannedDose; readonly doses: readonly Dose[] }
  /** The button of the row logs a dose as needed. `last` is the dose taken last. */
  | { readonly kind: 'asNeeded'; readonly last: Dose | undefined }
  /** No planned dose is offered, and nothing was logged for the previous one. The row can log a dose without a plan. */
  | { readonly kind: 'unplanned'; readonly last: Dose | undefined }
  /** The medication has no planned doses around now, and is not taken as needed. */
  | { readonly kind: 'none' };

/**
 * What the row of one medication shows now. It is about the nearest planned dose if that is logged, otherwise about the
 * offered one. If none is offered, it shows what was logged for the previous one.
 *
 * A logged dose is for the planned dose that `nearestPlanned` returns at the logged dose's `scheduledFor`. So if the
 * person moves a planned time, its dose stays logged, and the row does not offer it again.
 *
 * @param planned as for `nearestPlanned`
 * @param doses of the medication, in any order, at least those planned or taken within the time of `planned`
 */
export function doseRow(
  planned: readonly PlannedDose[],
  doses: readonly Dose[],
  asNeeded: boolean,
  now: Instant,
): DoseRow {
  const loggedFor = (one: PlannedDose | undefined) =>
    doses.filter(({ scheduledFor }) => {
      return scheduledFor !== null && one && nearestPlanned(planned, scheduledFor)?.at === one.at;
    });
  const offered = offeredDose(planned, now);
  const nearest = nearestPlanned(planned, now);
  const isNearestLogged = loggedFor(nearest).length > 0;
  const about = isNearestLogged ? nearest : (offered ?? neighbours(planned, now)[0]);
  const logged = loggedFor(about).sort(byTimeTaken);
  const twice = loggedTwice(logged);
  if (about && twice) return { kind: 'twice', planned: about, doses: twice };
  const dose = shownDose(logged, doses);
  if (about && dose) return { kind: 'logged', planned: about, dose };
  if (offered) return { kind: 'offer', planned: offered };
  if (asNeeded) return { kind: 'asNeeded', last: lastTaken(doses) };
  return planned.length > 0 ? { kind: 'unplanned', last: lastTaken(doses) } : { kind: 'none' };
}

/**
 * The doses that were taken for the same planned time; undefined if each planned time has one dose.
 *
 * @param doses in order of time, each with a planned time. If several planned times have more than one dose, the planned
 *   time of the first of these doses counts.
 */
function loggedTwice(doses: readonly Dose[]): Dose[] | undefined {
  const taken = doses.filter(({ status }) => status === 'taken');
  const groups = taken.map((dose) =>
    taken.filter((each) => each.scheduledFor === dose.scheduledFor),
  );
  return groups.find((group) => group.length > 1);
}

/**
 * The dose that a row shows as logged.
 *
 * @param logged the doses for its planned dose, in order of time
 * @param doses all doses of the medication
 */
function shownDose(logged: readonly Dose[], doses: readonly Dose[]): Dose | undefined {
  const own = lastTaken(logged) ?? logged[logged.length - 1];
  const extra = lastTaken(doses.filter(({ scheduledFor }) => scheduledFor === null));
  return own && extra && extra.takenAt > own.takenAt ? extra : own;
}

function lastTaken(doses: readonly Dose[]): Dose | undefined {
  const taken = doses.filter(({ status }) => status === 'taken').sort(byTimeTaken);
  return taken[taken.length - 1];
}
