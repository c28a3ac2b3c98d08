import { type AfterDose, BIN_LABELS, HOURS_AFTER_DOSE } from '../domain/after-dose.ts';
import {
  columnsOf,
  type Frame,
  fieldWithin,
  type Size,
  severityScale,
  severityTicks,
} from './plot.ts';

/**
 * The geometry of the chart of severity by the time since the last dose, for the screen and the report. Units are CSS
 * px. A bin with too few ratings has no mark, only its column on the axis.
 */

interface AfterDosePoint {
  readonly x: number;
  /** The y of the median. */
  readonly y: number;
  /** The y of the lower and of the upper quartile. */
  readonly lower: number;
  readonly upper: number;
}

export interface AfterDoseChart extends Frame {
  readonly columns: readonly number[];
  readonly columnWidth: number;
  /** The point of each bin, in order; undefined if it has too few ratings. */
  readonly points: readonly (AfterDosePoint | undefined)[];
}

const MARGIN = { left: 28, right: 18, top: 36, bottom: 58 };

export function afterDoseChart({ bins }: Pick<AfterDose, 'bins'>, size: Size): AfterDoseChart {
  const field = fieldWithin(size, MARGIN);
  const y = severityScale(field, 1);
  const { columns, columnWidth } = columnsOf(field, HOURS_AFTER_DOSE.length);
  const points = HOURS_AFTER_DOSE.map((bin, index): AfterDosePoint | undefined => {
    const { lower, median, upper } = bins[bin];
    if (lower === undefined || median === undefined || upper === undefined) return undefined;
    return { x: columns[index] ?? 0, y: y(median), lower: y(lower), upper: y(upper) };
  });
  return {
    size,
    field,
    yTicks: severityTicks(field, 1),
    xTicks: HOURS_AFTER_DOSE.map((bin, index) => ({
      at: columns[index] ?? 0,
      // 'over 4' would touch '3–4' on a narrow phone. This bin ends at eight hours.
      label: bin === 'over 4' ? '4–8' : BIN_LABELS[bin],
    })),
    columns,
    columnWidth,
    points,
  };
}
