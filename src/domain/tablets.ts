import { type LoggedDose, zonesOf } from './after-dose-window.ts';
import { countedDoses, plannedStatuses } from './doses.ts';
import { type DateStyle, dateFormats } from './formats.ts';
import {
  amountText,
  amountWords,
  parseNumber,
  plannedBetween,
  plannedDoses,
  type RegimenVersion,
  versionOn,
} from './regimen.ts';
import { addDays, type CalendarDate, DAY_MS, dateOf, type Instant } from './zone.ts';

/**
 * How many tablets are left, and how long they last by the plan (DECISIONS 50). Only subtraction, no advice. 'Tablets'
 * stands for the units of the regimen, whatever their form is.
 */

/** 'counted': all that are there. 'added': a new box, in addition to them. */
export const HOW_COUNTED = ['counted', 'added'] as const;

/** The most tablets of one count. */
export const MAX_TABLETS = 10_000;

/** 0 to `MAX_TABLETS`, with at most two decimals, such as a half. */
export function isStockAmount(amount: number): boolean {
  return 0 <= amount && amount <= MAX_TABLETS && Number(amount.toFixed(2)) === amount;
}

/** What the person has counted, or a box that came in addition. */
export interface TabletCount {
  readonly countedAt: Instant;
  /** In units of the regimen, such as 26½ tablets. */
  readonly amount: number;
  readonly how: (typeof HOW_COUNTED)[number];
}

export interface Stock {
  /** In units of the regimen; 0 if more was taken than was counted. */
  readonly left: number;
  /** Whether more was taken than was counted, so that the count must be wrong or old. */
  readonly isOverdrawn: boolean;
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

/** Doses that were taken this long before the first count (ms) may be for planned times after it. */
const DOSES_BEFORE_MS = 2 * DAY_MS;

/** The count with which the stock of a medication begins: the last one at or before `now`, or else the first box. */
function firstCount(counts: readonly TabletCount[], now: Instant): TabletCount | undefined {
  const known = counts
    .filter(({ countedAt }) => countedAt <= now)
    .sort((one, other) => one.countedAt - other.countedAt);
  return known.filter(({ how }) => how === 'counted').at(-1) ?? known[0];
}

/**
 * From when on `tabletsLeft` needs the doses; undefined if it needs none.
 *
 * @param counts of one medication
 */
export function dosesSince(counts: readonly TabletCount[], now: Instant): Instant | undefined {
  const first = firstCount(counts, now);
  return first && first.countedAt - DOSES_BEFORE_MS;
}

/**
 * The stock of one medication. It begins with the last count at or before `now`, and doses taken before that do not
 * count. Without a count, it begins with the first box. Planned doses are those of the zone where the person was on that day
 * (`zonesOf`), so that a journey makes no dose of a day before it look unlogged.
 *
 * @param counts of the medication, in any order
 * @param doses of the medication since `dosesSince`, in any order
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
  readonly doses: readonly LoggedDose[];
  readonly versions: readonly RegimenVersion[];
  readonly now: Instant;
  readonly zone: string;
}): Stock | undefined {
  const first = firstCount(counts, now);
  const today = dateOf(now, zone);
  const present = versionOn(versions, today);
  if (!first || !present) return undefined;
  const { countedAt: since } = first;
  const isOther = (day: CalendarDate) => !isSameTablet(versionOn(versions, day), present);
  const then = versionOn(versions, dateOf(since, zone));
  if (then && !isSameTablet(then, present)) return undefined;
  const boxes = counts.filter(
    (each) => each !== first && since <= each.countedAt && each.countedAt <= now,
  );
  const taken = countedDoses(doses).filter(({ takenAt }) => since <= takenAt && takenAt <= now);
  const zoneOn = zonesOf({ forms: [], doses }, zone);
  // To the end of tomorrow in every zone.
  const planned = plannedBetween(versions, since - DOSES_BEFORE_MS, now + 3 * DAY_MS, zoneOn);
  const open = plannedStatuses(planned, doses)
    .filter(({ planned: { at }, status }) => status === 'notLogged' && since <= at)
    .map((each) => each.planned);
  const forgotten = open.filter(({ day }) => day < today);
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
    // After a journey, doses of tomorrow may be logged already.
    const isOpen = count <= 1;
    rest -= sumOf(
      isOpen ? open.filter((each) => each.day === day) : plannedDoses(versions, day, zone),
    );
    if (rest < 0) {
      lastDay = addDays(day, -1);
      break;
    }
  }
  return {
    left: Math.max(0, held) / HUNDREDTHS,
    isOverdrawn: held < 0,
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

/** Reads a count as people type it, as `parseAmount` does. @returns undefined if it is none */
export function parseStock(text: string): number | undefined {
  const amount = parseNumber(text);
  return amount !== undefined && isStockAmount(amount) ? amount : undefined;
}

const days = dateFormats({ month: 'long', day: 'numeric' });
const longDays = dateFormats({ dateStyle: 'long' });

/** 'December 12', with the year if it is another one than today's. */
function dayText(day: CalendarDate, today: CalendarDate, style: DateStyle): string {
  const format = day.slice(0, 4) === today.slice(0, 4) ? days : longDays;
  return format('UTC', style).format(Date.parse(day));
}

/** The stock in sentences: 'About 26 left. Lasts until about December 12, by the plan.' */
export function stockText(
  { left, isOverdrawn, assumed, lastDay, planEnds, isAsNeeded }: Stock,
  today: CalendarDate,
  style: DateStyle,
): string {
  if (isOverdrawn) return 'By the plan none should be left. Please count again.';
  const sentences = [left === 0 ? 'None left.' : `About ${amountText(left)} left.`];
  if (lastDay !== null && lastDay < today) sentences.push('Not enough for today, by the plan.');
  else if (lastDay !== null) {
    sentences.push(`Lasts until about ${dayText(lastDay, today, style)}, by the plan.`);
  } else if (planEnds !== null) {
    sentences.push(`Lasts until the plan changes on ${dayText(planEnds, today, style)}.`);
  }
  if ((lastDay ?? planEnds) !== null && isAsNeeded) sentences.push('Doses as needed shorten this.');
  if (assumed > 0) {
    const [words, verb] =
      assumed === 1 ? ['1 planned dose', 'is'] : [`${assumed} planned doses`, 'are'];
    sentences.push(`${words} of earlier days ${verb} not logged, and counted as taken.`);
  }
  return sentences.join(' ');
}

/** 'Counted 40 tablets', 'New box: 100 tablets'. */
export function countText(
  { amount, how }: Pick<TabletCount, 'amount' | 'how'>,
  of: Pick<RegimenVersion, 'form' | 'strength' | 'unit'>,
): string {
  return `${how === 'counted' ? 'Counted' : 'New box:'} ${amountWords(amount, of)}`;
}
