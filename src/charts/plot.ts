import { MAX_SEVERITY, SEVERITIES } from '../domain/symptoms.ts';

/** What the charts share: the area for the data, and the severity axis. Units are CSS px at a text size of 18 px. */

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The edges of the area that contains the data. */
export interface Field {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export interface Tick {
  readonly at: number;
  /** One line or two, separated by a line break. */
  readonly label: string;
}

/** The size, the data area and the axes of a chart. */
export interface Frame {
  readonly size: Size;
  readonly field: Field;
  readonly yTicks: readonly Tick[];
  readonly xTicks: readonly Tick[];
}

/** The area of a chart without its margins. */
export function fieldWithin(size: Size, margin: Field): Field {
  const { left, top } = margin;
  return { left, right: size.width - margin.right, top, bottom: size.height - margin.bottom };
}

/** The average width of a character in axis labels at 18 px, and the smallest gap between two labels. */
export const CHARACTER_WIDTH = 9.6;
export const LABEL_GAP = 10;
/** The distance from one line of a label to the next. */
export const LINE_HEIGHT = 22;

/** Widths of characters at a text size of 18 px. All other characters count as 10 px wide. */
const WIDTHS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    5: 'ijl .,',
    6: 'frt',
    8: 'svyz',
    9: 'ackx',
    11: 'ABEFIKLPRSTVXYZ0123456789',
    12: 'CDGHNOQUw…',
    15: 'mMW',
  }).flatMap(([width, characters]) => [...characters].map((each) => [each, Number(width)])),
);

/** The approximate width of a text at 18 px. */
export function textWidth(text: string): number {
  return [...text].reduce((width, character) => width + (WIDTHS.get(character) ?? 10), 0);
}

/**
 * The lowest value of the axis: 1, the mildest rating, for lines; 0 for bars, whose lengths people compare (DECISIONS
 * 40).
 */
type Lowest = 0 | 1;

/** Returns the y of a severity: `lowest` is at the lower edge, the worst severity at the upper edge. */
export function severityScale({ top, bottom }: Field, lowest: Lowest): (value: number) => number {
  return (value) => bottom + ((value - lowest) / (MAX_SEVERITY - lowest)) * (top - bottom);
}

/** Parts of a length with equal widths: where each begins, its width, and the distance from one to the next. */
interface Bands {
  readonly starts: readonly number[];
  readonly width: number;
  readonly step: number;
}

/** @param gaps between two bands, and outside the first and the last one, each as a share of `step` */
export function bands(
  count: number,
  [from, to]: readonly [number, number],
  { between, outside }: { readonly between: number; readonly outside: number },
): Bands {
  const step = (to - from) / Math.max(1, count - between + 2 * outside);
  return {
    starts: Array.from({ length: count }, (_, index) => from + (outside + index) * step),
    width: step * (1 - between),
    step,
  };
}

/** Columns that fill the data area: the x of the middle of each, and their width. */
export function columnsOf(
  { left, right }: Field,
  count: number,
): { readonly columns: readonly number[]; readonly columnWidth: number } {
  const { starts, step } = bands(count, [left, right], { between: 0, outside: 0 });
  return { columns: starts.map((start) => start + step / 2), columnWidth: step };
}

/** The smallest distance between two numbers of the severity axis (px). */
const SMALLEST_STEP = 18;

/** One for each severity; only for every second one from the worst if their numbers would touch. */
export function severityTicks(field: Field, lowest: Lowest): Tick[] {
  const y = severityScale(field, lowest);
  const isLow = y(0) - y(1) < SMALLEST_STEP;
  return [0, ...SEVERITIES]
    .filter((value) => value >= lowest && !(isLow && (MAX_SEVERITY - value) % 2 > 0))
    .map((value) => ({ at: y(value), label: String(value) }));
}

/**
 * What stands after the name of the severity axis: which number is the worst and, if it fits, which is the mildest. The
 * name lies flat above the data.
 */
export function severityEnds(name: string, { width }: Size): string {
  const ends = [': 5 worst, 1 mildest', ': 5 worst'];
  return ends.find((each) => textWidth(name + each) <= width) ?? '';
}
/** The baseline of that name (px from the upper edge). */
export const AXIS_NAME_AT = 16;

/** Shortens a text to at most `length` characters (Unicode code points). A shortened text ends with '…'. */
export function shortened(text: string, length: number): string {
  const characters = [...text];
  if (characters.length <= length) return text;
  return `${characters
    .slice(0, Math.max(1, length - 1))
    .join('')
    .trimEnd()}…`;
}
