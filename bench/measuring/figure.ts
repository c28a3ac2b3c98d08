/** What is measured, and what is made of it. */

/** One measurement of ours and of the reference, taken right after each other. */
interface Round {
  readonly ours: number;
  readonly reference?: number;
}

/** What a figure should be: of the ratio where there is a reference, else of our own value. */
export type Aim = { readonly atLeast: number } | { readonly atMost: number };

/** One line of the table. */
export interface Measurement {
  readonly figure: string;
  /** What our value is compared with. */
  readonly reference?: string;
  readonly unit: string;
  /** None where it could not be taken here. */
  readonly rounds: readonly Round[];
  /** Of the ratio to the reference; undefined where the figure is there to be known. */
  readonly ratioAim?: Aim;
  /** Of our own value. */
  readonly aim?: Aim;
}

/** Measures one figure, or several that need the same things set up. */
export interface Figure {
  /** As it is named on the command line. */
  readonly name: string;
  readonly measure: (options: MeasuringOptions) => Promise<Measurement[]>;
}

export interface MeasuringOptions {
  readonly rounds: number;
  /** How much smaller than in earnest, to try the measuring itself: 1, or less. */
  readonly scale: number;
}

export interface Spread {
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

export interface Result extends Omit<Measurement, 'rounds'> {
  /** Undefined where it was not taken. */
  readonly ours?: Spread;
  readonly other?: Spread;
  /** Of the rounds' ratios, whose median is judged: what disturbs a round disturbs both of its halves. */
  readonly ratio?: Spread;
  /** Undefined where nothing is aimed at. */
  readonly isMet?: boolean;
}

export function resultOf({ rounds, ...measurement }: Measurement): Result {
  if (rounds.length === 0) return measurement;
  const ours = spreadOf(rounds.map((round) => round.ours));
  const pairs = rounds.flatMap(({ ours: own, reference }) =>
    reference === undefined ? [] : [{ own, reference }],
  );
  if (pairs.length === 0) {
    return { ...measurement, ours, ...met(measurement.aim, ours.median) };
  }
  const ratio = spreadOf(pairs.map(({ own, reference }) => own / reference));
  return {
    ...measurement,
    ours,
    other: spreadOf(pairs.map(({ reference }) => reference)),
    ratio,
    ...(measurement.aim
      ? met(measurement.aim, ours.median)
      : met(measurement.ratioAim, ratio.median)),
  };
}

function met(aim: Aim | undefined, value: number): { isMet?: boolean } {
  if (!aim) return {};
  return { isMet: 'atLeast' in aim ? value >= aim.atLeast : value <= aim.atMost };
}

/** @param values at least one */
function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  return {
    median: percentile(sorted, 50),
    least: sorted[0] as number,
    most: sorted.at(-1) as number,
  };
}

/**
 * The value that so many percent of all do not exceed; between two values, the mean of both.
 *
 * @param sorted at least one, the least first
 */
export function percentile(sorted: readonly number[], percent: number): number {
  const place = ((sorted.length - 1) * percent) / 100;
  const [low, high] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]] as [number, number];
  return low + (high - low) * (place - Math.floor(place));
}

/** Takes the rounds of a figure; every other one the reference comes first. */
export async function inRounds(
  count: number,
  ours: () => Promise<number>,
  reference: () => Promise<number>,
): Promise<Round[]> {
  const rounds: Round[] = [];
  for (let round = 0; round < count; round += 1) {
    const early = round % 2 === 0 ? undefined : await reference();
    const own = await ours();
    rounds.push({ ours: own, reference: early ?? (await reference()) });
  }
  return rounds;
}
