import { type Quartiles, quartilesOf } from './quantiles.ts';
import { byMedication, type PlannedDose } from './regimen.ts';
import { compareText, countWhile } from './sorted.ts';
import { DAY_MS, type Instant, minuteOf } from './zone.ts';

/**
 * Logged doses, and how they relate to planned ones. Whether a planned dose was taken is computed here and never
 * stored. If nothing was logged for a planned dose, it is unknown whether it was taken.
 */

/** How far back the overview reads doses (ms): two days of planned times, and a day before them for early doses. */
export const RECENT_DOSES_MS = 3 * DAY_MS;

export interface Dose {
  readonly doseId: string;
  readonly medicationId: string;
  /** Name, strength and unit as they were when the dose was logged. */
  readonly name: string;
  readonly strength: number | null;
  readonly unit: string;
  readonly isLevodopa: boolean;
  readonly amount: number;
  readonly takenAt: Instant;
  /**
   * The planned time that the dose is for. Null for a dose as needed, and for a dose in addition to the plan. If the
   * person kept two doses for one planned time, this is null for the second dose, so that both count.
   */
  readonly scheduledFor: Instant | null;
  readonly status: 'taken' | 'skipped';
}

/** The longest time (ms) between a dose and its planned dose, if no other dose is planned on the other side of it. */
const MAX_DISTANCE_MS = 12 * 3_600_000;

/**
 * The planned dose that a dose at an instant belongs to: the nearest one, and the later of two at the same distance. If
 * all planned doses are later, the first one must be at most 12 hours later. If all are earlier, the last one must be
 * less than 12 hours earlier. This is about logged doses. `offeredDose` says what a button logs.
 *
 * @param planned doses of one medication in order of time, from two days before `at` to two days after it
 */
export function nearestPlanned(
  planned: readonly PlannedDose[],
  at: Instant,
): PlannedDose | undefined {
  const [before, after] = neighbours(planned, at);
  if (before && after) return at - before.at < after.at - at ? before : after;
  if (before) return at - before.at < MAX_DISTANCE_MS ? before : undefined;
  return after && after.at - at <= MAX_DISTANCE_MS ? after : undefined;
}

/** The last planned dose at or before an instant, and the first one after it. */
export function neighbours(planned: readonly PlannedDose[], at: Instant) {
  const begun = countWhile(planned, (each) => each.at <= at);
  return [planned[begun - 1], planned[begun]] as const;
}

/**
 * The doses that figures count, in order of time. Of several doses taken for the same planned time only the first
 * counts, until the person decides which to keep. A skipped dose does not count. Every taken dose without a planned
 * time counts.
 *
 * @param doses of one or more medications, in any order
 */
export function countedDoses<Each extends Dose>(doses: readonly Each[]): Each[] {
  const counted = new Set<string>();
  return [...doses].sort(byTimeTaken).filter(({ medicationId, scheduledFor, status }) => {
    if (status === 'skipped') return false;
    if (scheduledFor === null) return true;
    const key = `${medicationId} ${scheduledFor}`;
    const isFirst = !counted.has(key);
    counted.add(key);
    return isFirst;
  });
}

/** A planned dose, and what was logged for it: `taken` if any dose for it was taken. `notLogged` means unknown. */
export interface PlannedStatus {
  readonly planned: PlannedDose;
  readonly status: 'taken' | 'skipped' | 'notLogged';
}

/**
 * What was logged for each planned dose. A logged dose belongs to the planned dose of its planned time or, if that time
 * is no longer planned, to the nearest planned dose, as in `doseRow`. A logged dose whose planned time is before the
 * first or after the last planned dose belongs to none.
 *
 * @param planned of one or more medications, each in order of time
 * @param doses in any order
 */
export function plannedStatuses(
  planned: readonly PlannedDose[],
  doses: readonly Pick<Dose, 'medicationId' | 'scheduledFor' | 'status'>[],
): PlannedStatus[] {
  const plannedOf = byMedication(planned);
  const statuses = new Map<string, Dose['status']>();
  for (const { medicationId, scheduledFor, status } of doses) {
    const own = plannedOf.get(medicationId);
    const [first, last] = [own?.[0], own?.[own.length - 1]];
    if (scheduledFor === null || !own || !first || !last) continue;
    if (scheduledFor < first.at || last.at < scheduledFor) continue;
    const key = `${medicationId} ${nearestPlanned(own, scheduledFor)?.at}`;
    if (statuses.get(key) !== 'taken') statuses.set(key, status);
  }
  return planned.map((each) => {
    return {
      planned: each,
      status: statuses.get(`${each.medicationId} ${each.at}`) ?? 'notLogged',
    };
  });
}

/** The period of the figures: from an instant (inclusive) to another (exclusive), and its number of calendar days. */
export interface SchedulePeriod {
  readonly from: Instant;
  readonly to: Instant;
  /** 1 or more. */
  readonly days: number;
}

/** One medication's doses in a period. `planned` is the sum of `taken`, `skipped` and `notLogged`. */
export interface ScheduleFigures {
  readonly medicationId: string;
  readonly planned: number;
  /** Planned doses for which a dose was logged as taken. */
  readonly taken: number;
  readonly skipped: number;
  /** Planned doses for which nothing was logged, so it is unknown whether they were taken. */
  readonly notLogged: number;
  /** Doses that count (`countedDoses`) and have a planned time. */
  readonly timed: number;
  /**
   * Whole minutes from the planned time to the time taken, negative before it; undefined if no dose has a planned time.
   */
  readonly minutesOff?: Quartiles | undefined;
  /** The number of counted doses, planned or not, divided by the days of the period. */
  readonly dosesPerDay: number;
}

/**
 * How each medication's doses were logged against its plan, in order of medication id. The quartiles are of signed
 * minutes, so that a person whose doses are all half an hour after the plan differs from one whose doses are half an
 * hour before or after it. A dose belongs to the period by its planned time, or else by the time taken.
 *
 * @param planned in the period and no later than now; each medication's in order of time
 * @param doses in any order; doses outside the period are ignored
 */
export function scheduleFigures(
  planned: readonly PlannedDose[],
  doses: readonly Dose[],
  { from, to, days }: SchedulePeriod,
): ScheduleFigures[] {
  const within = doses.filter(({ scheduledFor, takenAt }) => {
    const at = scheduledFor ?? takenAt;
    return from <= at && at < to;
  });
  const [plannedOf, dosesOf] = [byMedication(planned), byMedication(within)];
  const ids = new Set([...plannedOf.keys(), ...dosesOf.keys()]);
  return [...ids]
    .sort(compareText)
    .map((id) => figuresOf(id, plannedOf.get(id) ?? [], dosesOf.get(id) ?? [], days));
}

function figuresOf(
  medicationId: string,
  planned: readonly PlannedDose[],
  doses: readonly Dose[],
  days: number,
): ScheduleFigures {
  const statuses = plannedStatuses(planned, doses).map(({ status }) => status);
  const count = (status: PlannedStatus['status']) =>
    statuses.filter((each) => each === status).length;
  const counted = countedDoses(doses);
  const minutesOff = counted.flatMap(({ takenAt, scheduledFor }) =>
    scheduledFor === null ? [] : [minuteOf(takenAt) - minuteOf(scheduledFor)],
  );
  return {
    medicationId,
    planned: planned.length,
    taken: count('taken'),
    skipped: count('skipped'),
    notLogged: count('notLogged'),
    timed: minutesOff.length,
    minutesOff: quartilesOf(minutesOff),
    dosesPerDay: counted.length / days,
  };
}

export function byTimeTaken(a: Dose, b: Dose): number {
  return a.takenAt - b.takenAt || compareText(a.doseId, b.doseId);
}
