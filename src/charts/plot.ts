import { scaleLinear } from 'd3-scale';
import { MAX_SEVERITY } from '../domain/symptoms.ts';

/** Shared by both charts: the area for the data, and the severity axis from 0 to 5. Units are CSS px. */

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
  readonly label: string;
}

/** The size, the data area and the axes of a chart. */
export interface Frame {
  readonly size: Size;
  readonly field: Field;
  readonly yTicks: readonly Tick[];
  readonly xTicks: readonly Tick[];
}

/** The average width of a character in axis labels at 18 px, and the smallest gap between two labels. */
export const CHARACTER_WIDTH = 9.6;
export const LABEL_GAP = 10;

const AXIS_MIN = 0;

export function severityScale({ top, bottom }: Field) {
  return scaleLinear([AXIS_MIN, MAX_SEVERITY], [bottom, top]);
}

export function severityTicks(field: Field): Tick[] {
  const y = severityScale(field);
  return [0, 1, 2, 3, 4, 5].map((value) => ({ at: y(value), label: String(value) }));
}

/** Shortens a text to at most `length` characters (Unicode code points). A shortened text ends with '…'. */
export function shortened(text: string, length: number): string {
  const characters = [...text];
  if (characters.length <= length) return text;
  return `${characters
    .slice(0, Math.max(1, length - 1))
    .join('')
    .trimEnd()}…`;
}
