import type { SymptomFigures } from './report-figures.ts';
import { isNotable } from './severity.ts';

/**
 * Describes the largest changes in sentences. Compares a symptom only if it has enough ratings in both periods, because
 * the average of a few ratings can change by chance.
 */

/** The minimum number of ratings of a symptom in each period. With fewer, one bad day dominates the average. */
export const ENOUGH_RATINGS = 10;
const MOST_NAMED = 3;
/** Replaces the comparison if nothing from before the period may be shown. */
export const NO_COMPARISON = 'There is no comparison, because earlier days are not shown here.';

/** @returns at least one sentence; the largest change first */
export function changesInWords(symptoms: readonly SymptomFigures[]): string[] {
  const { compared, tooFew: left, changed } = comparedSymptoms(symptoms);
  if (compared + left === 0) return ['No ratings in this period.'];
  if (compared === 0) {
    return [
      'There are too few ratings to say what changed.',
      `Each symptom needs ${ENOUGH_RATINGS} ratings in this period. It also needs ${ENOUGH_RATINGS} in the period before.`,
    ];
  }
  return [
    ...inWords(changed),
    ...(left > 0
      ? [
          `${counted(left)} too few ratings to compare. Each needs ${ENOUGH_RATINGS} in this period and ${ENOUGH_RATINGS} in the period before.`,
        ]
      : []),
  ];
}

/** True if both periods have enough ratings to be compared. */
function isComparable({ now, before }: SymptomFigures): boolean {
  return now.count >= ENOUGH_RATINGS && before.count >= ENOUGH_RATINGS;
}

/** Compares each symptom with the preceding period. */
export function comparedSymptoms(symptoms: readonly SymptomFigures[]): {
  /** How many symptoms have enough ratings in both periods to be compared. */
  readonly compared: number;
  /** How many rated symptoms have too few ratings to be compared. */
  readonly tooFew: number;
  /** The symptoms whose average changed by half a point or more, the largest change first. */
  readonly changed: readonly SymptomFigures[];
} {
  const rated = symptoms.filter(({ now }) => now.count > 0);
  const compared = rated.filter(isComparable);
  const changed = compared
    .filter(({ change }) => isNotable(change ?? 0))
    .sort((a, b) => Math.abs(b.change ?? 0) - Math.abs(a.change ?? 0));
  return { compared: compared.length, tooFew: rated.length - compared.length, changed };
}

function inWords(notable: readonly SymptomFigures[]): string[] {
  if (notable.length === 0) return ['No average changed by half a point or more.'];
  return notable.slice(0, MOST_NAMED).map(({ name, now, before, change }) => {
    const step = `from ${before.mean?.toFixed(1)} to ${now.mean?.toFixed(1)}`;
    return (change ?? 0) > 0
      ? `The average for ${name} rose ${step} (more severe).`
      : `The average for ${name} fell ${step} (less severe).`;
  });
}

function counted(symptoms: number): string {
  return symptoms === 1 ? 'One symptom has' : `${symptoms} symptoms have`;
}
