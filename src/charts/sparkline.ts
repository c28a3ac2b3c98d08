import { line } from 'd3-shape';
import type { Size } from './plot.ts';

/** The geometry of a small line without axes, in CSS px. */

export interface Sparkline {
  /** An SVG path with a gap for each value that is null. */
  readonly path: string;
  /** The values that have no neighbours, and so no line. */
  readonly dots: readonly { readonly x: number; readonly y: number }[];
}

/** The room above and below the line, so that its ends are not cut (px). */
const ROOM = 3;

/** @param range the values at the lower and at the upper edge */
export function sparkline(
  values: readonly (number | null)[],
  { width, height }: Size,
  [lowest, highest]: readonly [number, number],
): Sparkline {
  const step = width / Math.max(1, values.length);
  const scale = (height - 2 * ROOM) / (highest - lowest);
  const points = values.map((value, index) =>
    value === null
      ? null
      : { x: (index + 0.5) * step, y: height - ROOM - (value - lowest) * scale },
  );
  const pen = line<(typeof points)[number]>()
    .defined((point) => point !== null)
    .x((point) => point?.x ?? 0)
    .y((point) => point?.y ?? 0)
    .digits(1);
  const dots = points.flatMap((point, index) =>
    point && !points[index - 1] && !points[index + 1] ? [point] : [],
  );
  return { path: pen(points) ?? '', dots };
}

/** A range around values that is at least `least` wide, so that a small change does not look like a large one. */
export function rangeAround(
  values: readonly (number | null)[],
  least: number,
): readonly [number, number] {
  const known = values.filter((value) => value !== null);
  const [lowest, highest] = [Math.min(...known), Math.max(...known)];
  const missing = Math.max(0, least - (highest - lowest)) / 2;
  return known.length === 0 ? [0, least] : [lowest - missing, highest + missing];
}
