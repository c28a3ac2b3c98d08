import { type Average, TIMES_OF_DAY, type TimeOfDay } from '../domain/severity.ts';
import {
  bands,
  type Field,
  type Frame,
  LINE_HEIGHT,
  type Size,
  severityScale,
  severityTicks,
  shortened,
  type Tick,
  textWidth,
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

const MARGIN = { left: 28, right: 8, top: 36, bottom: 58 };
const GROUP_GAPS = { between: 0.25, outside: 0.15 };
const BAR_GAPS = { between: 0.12, outside: 0 };
/** The smallest gap between two horizontal labels (px). */
const LABEL_GAP = 4;
const SLANTED_CHARACTERS = 13;
/** The largest depth of a slanted label, so that the data keeps most of the height (px). */
const SLANTED_DEPTH = 48;
/** With so much room for each group, long names are shortened and not slanted (px). */
const ENOUGH_ROOM = 80;
/** Sine and cosine of the 35 degrees of a slanted label. */
const [SINE, COSINE] = [0.574, 0.819];
/** The smallest horizontal distance between two slanted labels (px). */
const SLANTED_SPACING = 30;

/** @param series one element for each symptom: its name, and its average for each time of day */
export function barChart(
  series: readonly { name: string; averages: Readonly<Record<TimeOfDay, Average>> }[],
  size: Size,
): BarChart {
  const left = MARGIN.left;
  const right = size.width - MARGIN.right;
  const { starts, width, step } = bands(series.length, [left, right], GROUP_GAPS);
  const centres = starts.map((start) => start + width / 2);
  const names = series.map(({ name }) => name);
  const horizontal = names.map((name, index) => ({
    at: centres[index] ?? left,
    label: inTwoLines(name, step - LABEL_GAP),
  }));
  const fits = areApart(horizontal, size.width);
  const slanted = !fits && step - LABEL_GAP < ENOUGH_ROOM;
  const whole = horizontal.map(({ at }, index) => ({ at, label: names[index] ?? '' }));
  const shorter = slanted ? slantedTicks(whole, step) : horizontalTicks(whole, step - LABEL_GAP);
  const xTicks = fits ? horizontal : shorter;
  const field: Field = {
    left,
    right,
    top: MARGIN.top,
    bottom: size.height - MARGIN.bottom - (slanted ? slantedDepth(xTicks) : linesDepth(xTicks)),
  };
  const y = severityScale(field, 0);
  const groups = series.map(({ averages }, index) => {
    const x = starts[index] ?? left;
    const bars = bands(TIMES_OF_DAY.length, [x, x + width], BAR_GAPS);
    return {
      x,
      width,
      bars: TIMES_OF_DAY.map((timeOfDay, bar): Bar => {
        const top = y(averages[timeOfDay].mean ?? 0);
        return {
          timeOfDay,
          x: bars.starts[bar] ?? x,
          y: top,
          width: bars.width,
          height: field.bottom - top,
        };
      }),
    };
  });
  return {
    size,
    field,
    yTicks: severityTicks(field, 0),
    xTicks,
    slanted,
    groups,
  };
}

/** Breaks a name that is wider than `room` (px) into two lines, at the space that makes the longer line shortest. */
function inTwoLines(name: string, room: number): string {
  if (textWidth(name) <= room) return name;
  const words = name.split(' ');
  const broken = words
    .slice(1)
    .map((_, index) =>
      [words.slice(0, index + 1), words.slice(index + 1)].map((line) => line.join(' ')).join('\n'),
    );
  return broken.sort((one, other) => labelWidth(one) - labelWidth(other))[0] ?? name;
}

/** The width of a label's longest line. */
function labelWidth(label: string): number {
  return Math.max(...label.split('\n').map(textWidth));
}

/** Whether labels keep their gap to each other, and stay inside the chart. */
function areApart(ticks: readonly Tick[], width: number): boolean {
  const boxes = ticks.map(({ at, label }) => {
    const half = labelWidth(label) / 2;
    return { left: at - half, right: at + half };
  });
  return boxes.every(({ left, right }, index) => {
    const next = boxes[index + 1];
    return left >= 0 && right <= width && (!next || next.left - right >= LABEL_GAP);
  });
}

/** Breaks each name into at most two lines, and shortens each line to `room` (px). */
function horizontalTicks(ticks: readonly Tick[], room: number): Tick[] {
  return ticks.map(({ at, label }) => {
    const words = label.split(' ');
    let count = words.length;
    while (count > 1 && textWidth(words.slice(0, count).join(' ')) > room) count -= 1;
    const lines = [words.slice(0, count), words.slice(count)].map((line) => line.join(' '));
    const shown = lines.filter(Boolean).map((line) => shortenedTo(line, room));
    return { at, label: shown.join('\n') };
  });
}

/** Keeps only as many slanted names as fit side by side, and shortens each to the space on its left. */
function slantedTicks(ticks: readonly Tick[], step: number): Tick[] {
  const every = Math.ceil(SLANTED_SPACING / step);
  return ticks
    .filter((_, index) => index % every === 0)
    .map(({ at, label }) => ({ at, label: withinReach(label, at) }));
}

function withinReach(name: string, at: number): string {
  const room = Math.min(at / COSINE, SLANTED_DEPTH / SINE);
  return shortenedTo(shortened(name, SLANTED_CHARACTERS), room);
}

/** The longest beginning of a name that is at most as wide as `room` (px). */
function shortenedTo(name: string, room: number): string {
  for (let length = [...name].length; length > 1; length -= 1) {
    const label = shortened(name, length);
    if (textWidth(label) <= room) return label;
  }
  return shortened(name, 1);
}

/** The depth of the longest slanted label, in CSS px. */
function slantedDepth(ticks: readonly Tick[]): number {
  return Math.max(...ticks.map(({ label }) => textWidth(label))) * SINE;
}

/** The height that the second lines of the labels take (px); 0 if every label has one line. */
function linesDepth(ticks: readonly Tick[]): number {
  return ticks.some(({ label }) => label.includes('\n')) ? LINE_HEIGHT : 0;
}
