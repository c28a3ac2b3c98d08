import { compareText } from './sorted.ts';
import type { Instant } from './zone.ts';

/**
 * Blood pressure, lying and standing, before a visit (DECISIONS 51). Readings are shown as pairs of one sitting with the
 * difference, never judged: one drop proves little (FACTS.md 15).
 */

export const POSITIONS = ['lying', 'standing1', 'standing3'] as const;
export type Position = (typeof POSITIONS)[number];
/** How long the person has stood (minutes). */
export const STANDING_MINUTES = { standing1: 1, standing3: 3 } as const;

/** How many days are offered before a visit. */
export const PRESSURE_DAYS = 5;

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
 * The sittings, in order of time. A reading while lying begins one. A reading after standing up belongs to it if it began
 * at most 15 minutes before, is the last one, and has no reading of this position yet. Else the reading stands alone.
 *
 * @param readings in any order
 */
export function sittings<Each extends Reading>(readings: readonly Each[]): Sitting<Each>[] {
  const found: { at: Instant; lying: Each | undefined; standing: Each[] }[] = [];
  for (const reading of [...readings].sort(inOrder)) {
    const { position, measuredAt } = reading;
    const last = found.filter(({ lying }) => lying).at(-1);
    const isFree = !last?.standing.some((each) => each.position === position);
    if (position !== 'lying' && last && isFree && measuredAt - last.at <= SITTING_MS) {
      last.standing.push(reading);
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
