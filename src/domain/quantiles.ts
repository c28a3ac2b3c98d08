/** Half of the values lie between `lower` and `upper`. All three are in the unit of the values. */
export interface Quartiles {
  readonly lower: number;
  readonly median: number;
  readonly upper: number;
}

/**
 * The value below which a share of the values lies. Between two values it interpolates linearly, as the default of R
 * does (type 7 of Hyndman and Fan, The American Statistician 1996).
 *
 * @param sorted in ascending order, at least one
 * @param share 0 (the smallest value) to 1 (the largest)
 * @throws {RangeError} if there are no values, or if the share is not from 0 to 1
 */
export function quantile(sorted: readonly number[], share: number): number {
  const position = (sorted.length - 1) * share;
  const below = sorted[Math.floor(position)];
  const above = sorted[Math.ceil(position)];
  if (below === undefined || above === undefined) {
    throw new RangeError('A quantile needs values, and a share from 0 to 1.');
  }
  return below + (above - below) * (position - Math.floor(position));
}

/** The median and the quartiles of values in any order; undefined without values. */
export function quartilesOf(values: readonly number[]): Quartiles | undefined {
  if (values.length === 0) return undefined;
  const sorted = [...values].sort((a, b) => a - b);
  return {
    lower: quantile(sorted, 0.25),
    median: quantile(sorted, 0.5),
    upper: quantile(sorted, 0.75),
  };
}
