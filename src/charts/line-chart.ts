import { curveMonotoneX, line } from 'd3-shape';
import type { Average } from '../domain/severity.ts';
import {
  CHARACTER_WIDTH,
  columnsOf,
  type Frame,
  fieldWithin,
  LABEL_GAP,
  type Size,
  severityScale,
  severityTicks,
  type Tick,
} from './plot.ts';

/** The geometry of the chart of severity over time, for the screen and the report. Units are CSS px. */

interface LinePoint {
  readonly part: number;
  readonly x: number;
  readonly y: number;
  /** Where the marker is drawn: beside `x` if other series have the same mean in this part. */
  readonly markX: number;
  readonly mean: number;
  readonly count: number;
}

export interface LineChart extends Frame {
  /** The x of the middle of each part's column, and the width of a column. */
  readonly columns: readonly number[];
  readonly columnWidth: number;
  /** In the order of the series. `path` is an SVG path with a gap for each part without ratings. */
  readonly lines: readonly { readonly path: string; readonly points: readonly LinePoint[] }[];
}

/** The distance between markers that stand side by side because their means are equal (px); less in a narrow column. */
const MARK_STEP = 9;

const MARGIN = { left: 28, right: 18, top: 36, bottom: 58 };

/**
 * Between two points the curve is monotone, so it never leaves the range of their two values. See docs/decisions/0005.
 *
 * @param series one element for each symptom: its average for each part
 * @param labels a short label for each part
 */
export function lineChart(
  series: readonly (readonly Average[])[],
  labels: readonly string[],
  size: Size,
): LineChart {
  const field = fieldWithin(size, MARGIN);
  const y = severityScale(field, 1);
  const { columns, columnWidth } = columnsOf(field, labels.length);
  const pen = line<LinePoint | null>()
    .defined((point) => point !== null)
    .x((point) => point?.x ?? 0)
    .y((point) => point?.y ?? 0)
    .curve(curveMonotoneX)
    .digits(1);
  const markX = (index: number, part: number): number => {
    const mean = series[index]?.[part]?.mean;
    const equal = [...series.keys()].filter((each) => series[each]?.[part]?.mean === mean);
    const step = Math.min(MARK_STEP, columnWidth / (equal.length + 1));
    return (columns[part] ?? 0) + (equal.indexOf(index) - (equal.length - 1) / 2) * step;
  };
  const lines = series.map((averages, index) => {
    const slots = averages.map(({ mean, count }, part): LinePoint | null =>
      mean === null
        ? null
        : { part, x: columns[part] ?? 0, y: y(mean), markX: markX(index, part), mean, count },
    );
    return {
      path: pen(slots) ?? '',
      points: slots.filter((point): point is LinePoint => point !== null),
    };
  });
  return {
    size,
    field,
    yTicks: severityTicks(field, 1),
    xTicks: thinned(columns, labels, columnWidth),
    columns,
    columnWidth,
    lines,
  };
}

/** The x of a position that is given in columns from the left edge: 1.5 is the middle of the second part's column. */
export function xOfPlace({ field, columnWidth }: LineChart, place: number): number {
  return field.left + place * columnWidth;
}

/** Keeps the first label and then every n-th one, so that the labels fit side by side. */
function thinned(columns: readonly number[], labels: readonly string[], columnWidth: number) {
  const widest = Math.max(...labels.map((label) => label.length), 1) * CHARACTER_WIDTH + LABEL_GAP;
  const every = Math.max(1, Math.ceil(widest / columnWidth));
  return labels.flatMap((label, part): Tick[] =>
    part % every === 0 ? [{ at: columns[part] ?? 0, label }] : [],
  );
}
