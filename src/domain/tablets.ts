import { countedDoses, type Dose, plannedStatuses } from './doses.ts';
import { plannedBetween, plannedDoses, type RegimenVersion, versionOn } from './regimen.ts';
import { addDays, type CalendarDate, DAY_MS, dateOf, type Instant, startOfDay } from './zone.ts';

/**
 * How many tablets are left, and how long they last by the plan (DECISIONS 50). Only subtraction, no advice. 'Tablets'
 * stands for the units of the regimen, whatever their form is.
 */

/** The most tablets of one count. */
export const MAX_TABLETS = 10_000;

/** What the person has counted, or a box that came in addition. */
export interface TabletCount {
  readonly countedAt: Instant;
  /** In units of the regimen, such as 26½ tablets. */
  readonly amount: number;
  readonly how: 'counted' | 'added';
}

export interface Stock {
  /** In units of the regimen; 0 if more was taken than was there. */
  readonly left: number;
  /** How many planned doses before today have no log. They are subtracted as if they were taken. */
  readonly assumed: number;
  /**
   * The last day whose planned doses can all be taken: the day before today if there are too few for today. Null if
   * nothing is planned, if the plan ends or has other tablets before they run out, or after `HORIZON_DAYS`.
   */
  readonly lastDay: CalendarDate | null;
  /** The first day on which the plan has ended or has other tablets, if they do not run out before. */
  readonly planEnds: CalendarDate | null;
  /** Whether doses as needed may make them last less long. */
  readonly isAsNeeded: boolean;
}

/** How far ahead the plan is followed (days). */
const HORIZON_DAYS = 1096;

/**
 * The stock of one medication. It begins with the last count at or before `now`, and doses taken before that do not
 * count. Without a count, it begins with the first box.
 *
 * @param counts of the medication, in any order
 * @param doses of the medication, in any order
 * @param versions of the medication, in any order
 * @param zone the person's present zone (IANA)
 *
 * @returns undefined without a count, or if the tablets have another strength since
 */
export function tabletsLeft({
  counts,
  doses,
  versions,
  now,
  zone,
}: {
  readonly counts: readonly TabletCount[];
  readonly doses: readonly Dose[];
  readonly versions: readonly RegimenVersion[];
  readonly now: Instant;
  readonly zone: string;
}): Stock | undefined {
  const known = counts
    .filter(({ countedAt }) => countedAt <= now)
    .sort((one, other) => one.countedAt - other.countedAt);
  const first = known.filter(({ how }) => how === 'counted').at(-1) ?? known[0];
  const today = dateOf(now, zone);
  const present = versionOn(versions, today);
  if (!first || !present) return undefined;
  const { countedAt: since } = first;
  const isOther = (day: CalendarDate) => !isSameTablet(versionOn(versions, day), present);
  if (isOther(dateOf(since, zone))) return undefined;
  const boxes = known.filter((each) => each !== first && each.countedAt >= since);
  const taken = countedDoses(doses).filter(({ takenAt }) => since <= takenAt && takenAt <= now);
  const planned = plannedBetween(versions, since - 2 * DAY_MS, now + 2 * DAY_MS, zone);
  const open = plannedStatuses(planned, doses)
    .filter(({ planned: { at }, status }) => status === 'notLogged' && since <= at)
    .map((each) => each.planned);
  const midnight = startOfDay(today, zone);
  const forgotten = open.filter(({ at }) => at < midnight);
  const held =
    sumOf([first]) +
    sumOf(boxes.filter(({ how }) => how === 'added')) -
    sumOf(taken) -
    sumOf(forgotten);
  let rest = held;
  let lastDay: CalendarDate | null = null;
  let planEnds: CalendarDate | null = null;
  for (let day = today, count = 0; count < HORIZON_DAYS; day = addDays(day, 1), count += 1) {
    if (isOther(day)) {
      planEnds = day;
      break;
    }
    const isOpen = ({ at }: { readonly at: Instant }) => dateOf(at, zone) === day;
    rest -= sumOf(day === today ? open.filter(isOpen) : plannedDoses(versions, day, zone));
    if (rest < 0) {
      lastDay = addDays(day, -1);
      break;
    }
  }
  return {
    left: Math.max(0, held) / HUNDREDTHS,
    assumed: forgotten.length,
    lastDay,
    planEnds,
    isAsNeeded: present.asNeeded,
  };
}

/** Amounts have at most two decimals. Their sums are exact in hundredths. */
const HUNDREDTHS = 100;

function sumOf(all: readonly { readonly amount: number }[]): number {
  return all.reduce((sum, { amount }) => sum + Math.round(amount * HUNDREDTHS), 0);
}

/** Whether two versions use the same tablets. */
function isSameTablet(one: RegimenVersion | undefined, other: RegimenVersion): boolean {
  return one?.strength === other.strength && one.unit === other.unit && one.form === other.form;
}
