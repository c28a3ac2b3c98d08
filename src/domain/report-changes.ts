import type { SymptomFigures } from './report-figures.ts';

/** What changed most, in words that the figures support and no more. */

/** Ratings that a symptom needs in each of the two periods: below that, one bad day makes an average. */
export const ENOUGH_RATINGS = 10;
/** How far an average has to move to be spoken of: half a step of the scale, rounded as it is shown. */
const NOTABLE_CHANGE = 0.5;
const MOST_NAMED = 3;

/** @returns sentences, the largest change first; never none */
export function changesInWords(symptoms: readonly SymptomFigures[]): string[] {
  const rated = symptoms.filter(({ now }) => now.count > 0);
  if (rated.length === 0) return ['No ratings in this period.'];
  const compared = rated.filter(isComparable);
  if (compared.length === 0) {
    return [
      'There are too few ratings to say what changed.',
      `Each symptom needs ${ENOUGH_RATINGS} ratings in these days, and ${ENOUGH_RATINGS} in the days before.`,
    ];
  }
  const left = rated.length - compared.length;
  return [
    ...changed(compared),
    ...(left > 0
      ? [
          `${counted(left)} too few ratings to compare. Each needs ${ENOUGH_RATINGS}, and ${ENOUGH_RATINGS} before.`,
        ]
      : []),
  ];
}

/** Whether there are ratings enough to compare the two periods. */
function isComparable({ now, before }: SymptomFigures): boolean {
  return now.count >= ENOUGH_RATINGS && before.count >= ENOUGH_RATINGS;
}

function changed(compared: readonly SymptomFigures[]): string[] {
  const notable = compared
    .filter(({ change }) => Number(Math.abs(change ?? 0).toFixed(1)) >= NOTABLE_CHANGE)
    .sort((a, b) => Math.abs(b.change ?? 0) - Math.abs(a.change ?? 0));
  if (notable.length === 0) return ['No symptom changed by half a point or more.'];
  return notable.slice(0, MOST_NAMED).map(({ name, now, before, change }) => {
    const way = (change ?? 0) > 0 ? 'went up' : 'went down';
    return `${name} ${way} on average, from ${before.mean?.toFixed(1)} to ${now.mean?.toFixed(1)}.`;
  });
}

function counted(symptoms: number): string {
  return symptoms === 1 ? 'One symptom has' : `${symptoms} symptoms have`;
}
