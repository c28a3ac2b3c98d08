import { scaleBand } from 'd3-scale';
import { type Average, TIMES_OF_DAY, type TimeOfDay } from '../domain/severity.ts';
import {
  CHARACTER_WIDTH,
  type Field,
  type Frame,
  LABEL_GAP,
  type Size,
  severityScale,
  severityTicks,
  shortened,
  type Tick,
} from './plot.ts';

/**
 * The geometry of the bar chart of severity by time of day. Each symptom has a group with a bar for each time
 * of day. Units are CSS px.
 */

export interface Bar {
  readonly timeOfDay: TimeOfDay;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** 0 without ratings. */
  readonly height: number;
}

export interface BarChart extends Frame {
  /** True if the names do not fit side by side, so that they are slanted. */
  readonly slanted: boolean;
  readonly groups: readonly {
    readonly x: number;
    readonly width: number;
    readonly bars: readonly Bar[];
  }[];
}

const MARGIN = { left: 54, right: 8, top: 26, bottom: 62 };
const SLANTED_CHARACTERS = 13;
/** How far a slanted label reaches down and to the left for each character: sine and cosine of 35 degrees. */
const SLANTED_DEPTH = CHARACTER_WIDTH * 0.574;
const SLANTED_REACH = CHARACTER_WIDTH * 0.819;
/** The smallest horizontal distance between two slanted labels. */
const SLANTED_SPACING = 30;

/** @param series one element for each symptom: its name, and its average for each time of day */
export function barChart(
  series: readonly { name: string; averages: Readonly<Record<TimeOfDay, Average>> }[],
  size: Size,
): BarChart {
  const left = MARGIN.left;
  const right = size.width - MARGIN.right;
  const groupScale = scaleBand(series.keys(), [left, right]).paddingInner(0.25).paddingOuter(0.15);
  const room = Math.floor((groupScale.step() - LABEL_GAP) / CHARACTER_WIDTH);
  const slanted = series.some(({ name }) => [...name].length > room);
  const field: Field = {
    left,
    right,
    top: MARGIN.top,
    bottom: size.height - MARGIN.bottom - (slanted ? slantedDepth(series) : 0),
  };
  const y = severityScale(field, 0);
  const barScale = scaleBand(TIMES_OF_DAY, [0, groupScale.bandwidth()]).paddingInner(0.12);
  const groups = series.map(({ averages }, index) => {
    const x = groupScale(index) ?? left;
    return {
      x,
      width: groupScale.bandwidth(),
      bars: TIMES_OF_DAY.map((timeOfDay): Bar => {
        const top = y(averages[timeOfDay].mean ?? 0);
        return {
          timeOfDay,
          x: x + (barScale(timeOfDay) ?? 0),
          y: top,
          width: barScale.bandwidth(),
          height: field.bottom - top,
        };
      }),
    };
  });
  const centred = series.map(({ name }, index) => ({
    at: (groups[index]?.x ?? left) + groupScale.bandwidth() / 2,
    label: name,
  }));
  return {
    size,
    field,
    yTicks: severityTicks(field, 0),
    xTicks: slanted ? slantedTicks(centred, groupScale.step()) : centred,
    slanted,
    groups,
  };
}

/** Keeps only as many slanted names as fit side by side, and shortens each to the space on its left. */
function slantedTicks(ticks: readonly Tick[], step: number): Tick[] {
  const every = Math.ceil(SLANTED_SPACING / step);
  return ticks
    .filter((_, index) => index % every === 0)
    .map(({ at, label }) => ({
      at,
      label: shortened(label, Math.min(SLANTED_CHARACTERS, Math.floor(at / SLANTED_REACH))),
    }));
}

/** The depth of the longest slanted label, in CSS px. */
function slantedDepth(series: readonly { name: string }[]): number {
  const longest = Math.max(...series.map(({ name }) => [...name].length));
  return Math.min(longest, SLANTED_CHARACTERS) * SLANTED_DEPTH;
}
