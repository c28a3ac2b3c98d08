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

/** The geometry of severity by time of day: a group for each symptom, a bar for each time of day. */

export interface Bar {
  readonly timeOfDay: TimeOfDay;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** 0 where there are no ratings. */
  readonly height: number;
}

export interface BarChart extends Frame {
  /** True where the names don't fit side by side and are set at a slant. */
  readonly slanted: boolean;
  readonly groups: readonly {
    readonly x: number;
    readonly width: number;
    readonly bars: readonly Bar[];
  }[];
}

const MARGIN = { left: 54, right: 8, top: 14, bottom: 66 };
const SLANTED_CHARACTERS = 13;
/** How far down and to the left a slanted label reaches for each character: sine, cosine of 35 degrees. */
const SLANTED_DEPTH = CHARACTER_WIDTH * 0.574;
const SLANTED_REACH = CHARACTER_WIDTH * 0.819;
/** What a slanted line of text needs beside the next one. */
const SLANTED_SPACING = 30;

/** @param series for each symptom its name and its average for each time of day */
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
  const y = severityScale(field);
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
    yTicks: severityTicks(field),
    xTicks: slanted ? slantedTicks(centred, groupScale.step()) : centred,
    slanted,
    groups,
  };
}

/** As many slanted names as fit beside each other, each as long as there is room to its left. */
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
