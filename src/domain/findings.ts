import {
  type Average,
  isNotable,
  shownDifference,
  TIMES_OF_DAY,
  type TimeOfDay,
} from './severity.ts';
import type { Span } from './windows.ts';

/**
 * The sentence above each chart. It states what the figures show, without a judgement (FACTS section 10). It names a
 * difference of two averages only if both have enough ratings and the difference is half a point or more (DESIGN).
 */

/** The minimum number of ratings of an average that is compared. */
export const ENOUGH_FOR_FINDING = 5;

const NO_DIFFERENCE = 'No clear difference.';
const TOO_FEW = 'Too few ratings yet to compare the times of day.';
const TOO_FEW_FOR_HALVES = 'Too few ratings yet to compare the first half with the second half.';

/** A comparison of two averages of one symptom. The comparison with the largest difference is shown. */
interface Comparison {
  readonly difference: number;
  readonly text: string;
}

/** Names the symptom with the largest difference between its highest and its second highest average by time of day. */
export function timeOfDayFinding(
  series: readonly { name: string; averages: Readonly<Record<TimeOfDay, Average>> }[],
): string {
  return inWords(
    TOO_FEW,
    series.flatMap(({ name, averages }): Comparison[] => {
      const [highest, next] = TIMES_OF_DAY.flatMap((timeOfDay) => {
        const mean = comparableMean(averages[timeOfDay]);
        return mean === undefined ? [] : [{ timeOfDay, mean }];
      }).sort((a, b) => b.mean - a.mean);
      if (!highest || !next) return [];
      // If a bar with too few ratings is higher, a sentence about the highest average would contradict the chart.
      const means = TIMES_OF_DAY.map((timeOfDay) => averages[timeOfDay].mean ?? 0);
      if (Math.max(...means) > highest.mean) return [];
      const { mean, timeOfDay } = highest;
      const figures = `average ${mean.toFixed(1)}, ${averages[timeOfDay].count} ratings`;
      return [
        {
          difference: shownDifference(mean, next.mean),
          text: `${name} is highest in the ${timeOfDay} (${figures}).`,
        },
      ];
    }),
  );
}

/** Names the symptom whose average changed most from the first half of the timeframe to the second. */
export function trendFinding(
  series: readonly { name: string; halves: readonly Average[] }[],
): string {
  return inWords(
    TOO_FEW_FOR_HALVES,
    series.flatMap(({ name, halves: [first, second] }): Comparison[] => {
      const [before, after] = [comparableMean(first), comparableMean(second)];
      if (before === undefined || after === undefined) return [];
      const verb = after > before ? 'rose' : 'fell';
      const ratings = `${first?.count} and ${second?.count} ratings`;
      return [
        {
          difference: Math.abs(shownDifference(after, before)),
          text: `${name} ${verb}: average ${before.toFixed(1)} in the first half, ${after.toFixed(1)} in the second half (${ratings}).`,
        },
      ];
    }),
  );
}

export function halvesOf({ from, to }: Span): [Span, Span] {
  const middle = from + (to - from) / 2;
  return [
    { from, to: middle },
    { from: middle, to },
  ];
}

function inWords(tooFew: string, comparisons: readonly Comparison[]): string {
  if (comparisons.length === 0) return tooFew;
  const [largest] = [...comparisons].sort((a, b) => b.difference - a.difference);
  return largest && isNotable(largest.difference) ? largest.text : NO_DIFFERENCE;
}

/** The mean; undefined with too few ratings. */
function comparableMean(average: Average | undefined): number | undefined {
  return average && average.count >= ENOUGH_FOR_FINDING ? (average.mean ?? undefined) : undefined;
}
