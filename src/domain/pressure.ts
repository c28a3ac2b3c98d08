import { compareText } from './sorted.ts';
import type { DayRange } from './windows.ts';
import { addDays, type CalendarDate, type Instant, recentDays } from './zone.ts';

/**
 * Blood pressure, lying and standing, before a visit (DECISIONS 51). Readings are shown as pairs of one sitting with the
 * difference, never judged: one drop proves little (FACTS.md 15).
 */

export const POSITIONS = ['lying', 'standing1', 'standing3'] as const;
export type Position = (typeof POSITIONS)[number];

/** What screens and paper call a position, and what to do for it. */
export const POSITION_WORDS: Readonly<
  Record<Position, { readonly name: string; readonly advice: string }>
> = {
  lying: {
    name: 'Lying',
    advice: 'Lie down for five minutes. Measure while you lie.',
  },
  standing1: {
    name: 'Standing, 1 minute',
    advice: 'Stand up. Hold on to something firm. Measure after 1 minute.',
  },
  standing3: {
    name: 'Standing, 3 minutes',
    advice: 'Keep standing. Measure after 3 minutes.',
  },
};

/** What the screen says with the readings after standing up. */
export const IF_FAINT = 'If you feel faint, sit down and leave the rest empty.';

/** How many days are offered before a visit. */
const PRESSURE_DAYS = 5;

/** The days before a visit on which blood pressure is measured. */
function pressureDaysBefore(day: CalendarDate): DayRange {
  return { first: addDays(day, -PRESSURE_DAYS), last: addDays(day, -1) };
}

/** A visit, and whether the person wants to measure before it. */
interface ChosenVisit {
  readonly day: CalendarDate | null;
  /** Null if the person has not chosen. */
  readonly bloodPressure: boolean | null;
}

/** The days of measuring that are not over: before the earliest visit for which they were chosen. */
export function comingPressureDays(
  visits: readonly ChosenVisit[],
  today: CalendarDate,
): DayRange | undefined {
  return visits
    .flatMap(({ day, bloodPressure }) => (day && bloodPressure ? pressureDaysBefore(day) : []))
    .filter(({ last }) => last >= today)
    .sort((one, other) => compareText(one.first, other.first))[0];
}

/** The days whose readings the overview fetches: a new reading starts at the last one of them. */
export function recentPressureDays(now: Instant, zone: string) {
  return recentDays(PRESSURE_DAYS, now, zone);
}

/** In mmHg, and beats a minute. They only keep typing errors out: devices show no more. */
export const PRESSURE_LIMITS = {
  systolic: { least: 40, most: 300 },
  diastolic: { least: 20, most: 200 },
  pulse: { least: 20, most: 250 },
} as const;

export interface Reading {
  readonly measuredAt: Instant;
  readonly position: Position;
  /** The upper number (mmHg). */
  readonly systolic: number;
  /** The lower number (mmHg). */
  readonly diastolic: number;
  /** Beats a minute. */
  readonly pulse: number | null;
}

/**
 * What a second save adds to a reading: a pulse that it did not have.
 *
 * @returns undefined if a value differs from the stored one
 */
export function filledReading(
  stored: Reading,
  { measuredAt, position, systolic, diastolic, pulse = null }: Partial<Reading>,
): Pick<Reading, 'pulse'> | undefined {
  const differs =
    stored.measuredAt !== measuredAt ||
    stored.position !== position ||
    stored.systolic !== systolic ||
    stored.diastolic !== diastolic ||
    (stored.pulse !== null && pulse !== null && stored.pulse !== pulse);
  return differs ? undefined : { pulse: stored.pulse ?? pulse };
}

/** A reading after standing up, with its difference from the one while lying; null without that one. */
export interface Standing<Each extends Reading = Reading> {
  readonly reading: Each;
  readonly systolic: number | null;
  readonly diastolic: number | null;
}

/** The readings of one sitting: lying, then standing. */
export interface Sitting<Each extends Reading = Reading> {
  /** When it began. */
  readonly at: Instant;
  readonly lying: Each | undefined;
  readonly standing: readonly Standing<Each>[];
}

/** How long after the reading while lying another one belongs to the same sitting (ms). */
const SITTING_MS = 15 * 60_000;

/**
 * The sittings, in order of time. A reading while lying begins one. A reading after standing up belongs to the last one
 * that began so, if that was at most 15 minutes before and has no reading of this position yet; or else, by the same
 * rule, to the last one of all.
 *
 * @param readings in any order
 */
export function sittings<Each extends Reading>(readings: readonly Each[]): Sitting<Each>[] {
  const found: { at: Instant; lying: Each | undefined; standing: Each[] }[] = [];
  for (const reading of [...readings].sort(inOrder)) {
    const { position, measuredAt } = reading;
    const open = [found.filter(({ lying }) => lying).at(-1), found.at(-1)].find(
      (each) =>
        each &&
        measuredAt - each.at <= SITTING_MS &&
        !each.standing.some((standing) => standing.position === position),
    );
    if (position !== 'lying' && open) {
      open.standing.push(reading);
    } else {
      const isLying = position === 'lying';
      found.push({
        at: measuredAt,
        lying: isLying ? reading : undefined,
        standing: isLying ? [] : [reading],
      });
    }
  }
  return found.map(({ at, lying, standing }) => ({
    at,
    lying,
    standing: standing.map((reading) => ({
      reading,
      systolic: lying ? reading.systolic - lying.systolic : null,
      diastolic: lying ? reading.diastolic - lying.diastolic : null,
    })),
  }));
}

/** By time; of readings at the same minute, lying first. */
function inOrder(one: Reading, other: Reading): number {
  return one.measuredAt - other.measuredAt || compareText(one.position, other.position);
}

/** '128/76', or '128/76, pulse 64'. */
export function readingText({
  systolic,
  diastolic,
  pulse,
}: Omit<Reading, 'measuredAt' | 'position'>): string {
  return `${systolic}/${diastolic}${pulse === null ? '' : `, pulse ${pulse}`}`;
}

/** '−24/−6', '+2/0'. */
export function differenceText({ systolic, diastolic }: Standing): string {
  if (systolic === null || diastolic === null) return '';
  return [systolic, diastolic].map(signed).join('/');
}

function signed(value: number): string {
  if (value === 0) return '0';
  return value < 0 ? `−${-value}` : `+${value}`;
}
