import { AXIS_NAME_AT, type Frame, LINE_HEIGHT, severityEnds } from '../../../charts/plot.ts';
import {
  at,
  type Colour,
  drawn,
  HAIRLINE,
  INK,
  rgb,
  type Sheet,
  SOFT,
} from '../../platform/pdf/sheet.ts';
import { type Element, END } from '../../platform/pdf/tags.ts';
import { type Line, oneLine } from '../../platform/pdf/text.ts';

/** The axes and legends of the charts. The geometry is in CSS px, as on the screen, and is scaled down. */

/** PDF points per CSS px of the charts. */
export const SCALE = 0.5;
const AXIS_SIZE = 17;
const SLANT = 35;
const LEGEND_SIZE = 9;
const LEGEND_LEADING = 14;
const SWATCH_WIDTH = 26;
/** The maximum number of lines of a name, so that six long names leave room for the chart. */
const MAX_LEGEND_LINES = 3;

export interface LegendEntry {
  readonly label: string;
  /** Draws the sample with its left edge at x and its middle at y, in points. */
  readonly sample: (x: number, y: number) => string;
}

/** Draws a chart and, below it, its legend as one figure. */
export function drawFigure(
  sheet: Sheet,
  parent: Element,
  {
    frame,
    slanted = false,
    xTitle,
    yTitle,
    alt,
    legend,
    marks,
  }: {
    readonly frame: Frame;
    readonly slanted?: boolean;
    readonly xTitle: string;
    readonly yTitle: string;
    /** The text alternative for screen readers. */
    readonly alt: string;
    readonly legend: readonly LegendEntry[];
    /** Draws the data, in CSS px. */
    readonly marks: () => void;
  },
): void {
  const { size } = frame;
  const placed = placeLegend(sheet, legend);
  const height = size.height * SCALE + placed.height;
  sheet.need(height);
  const top = sheet.y;
  const pageHeight = sheet.pdf.page.height;
  const figure = sheet.tags.open('Figure', parent, {
    alt,
    box: [sheet.left, pageHeight - top - height, sheet.left + sheet.width, pageHeight - top],
  });
  sheet.write(
    `${sheet.tags.begin(figure)} q ${SCALE} 0 0 ${SCALE} ${at(sheet.left)} ${at(top)} cm`,
  );
  sheet.write(axes(sheet, frame, slanted, xTitle, yTitle).join('\n'));
  marks();
  sheet.write('Q');
  sheet.write(placed.draw(top + size.height * SCALE));
  sheet.write(END);
  sheet.tags.close(figure);
  sheet.y = top + height;
}

function axes(
  sheet: Sheet,
  { size, field, yTicks, xTicks }: Frame,
  slanted: boolean,
  xTitle: string,
  yTitle: string,
): string[] {
  const line = (text: string, textSize = AXIS_SIZE) =>
    oneLine(sheet.fonts, text, { size: textSize });
  const grid = yTicks.map(
    ({ at: y }) =>
      `${rgb(HAIRLINE)} RG 1 w ${at(field.left)} ${at(y)} m ${at(field.right)} ${at(y)} l S`,
  );
  const numbers = yTicks.map(({ at: y, label }) => {
    const text = line(label);
    return drawn(text, field.left - 10 - text.width, y + 6, SOFT);
  });
  const [one, next] = xTicks;
  // Letters without a font are written as longer placeholders.
  const room = one && next ? next.at - one.at : size.width;
  const names = xTicks.flatMap(({ at: x, label }) => {
    if (!slanted) {
      return label.split('\n').map((words, index) => {
        const text = shortened(sheet, words, room);
        return drawn(text, x - text.width / 2, field.bottom + 24 + index * LINE_HEIGHT, SOFT);
      });
    }
    const turn = (SLANT * Math.PI) / 180;
    // The label ends below its tick, and is shortened so that it starts inside the chart.
    const text = shortened(sheet, label, x / Math.cos(turn));
    return drawn(
      text,
      x + 6 - text.width * Math.cos(turn),
      field.bottom + 20 + text.width * Math.sin(turn),
      SOFT,
      SLANT,
    );
  });
  const across = line(xTitle);
  return [
    ...grid,
    ...numbers,
    ...names,
    drawn(across, (field.left + field.right - across.width) / 2, size.height - 8, INK),
    drawn(line(yTitle + severityEnds(yTitle, size)), 0, AXIS_NAME_AT, INK),
  ];
}

/** A label as one line, shortened with an ellipsis if it is wider than `room` CSS px. */
function shortened(sheet: Sheet, text: string, room: number): Line {
  const style = { size: AXIS_SIZE };
  const whole = oneLine(sheet.fonts, text, style);
  if (whole.width <= room) return whole;
  const dots = oneLine(sheet.fonts, '…', style);
  const [first = dots] = sheet.lines(text, style, room - dots.width);
  return { ...first, width: first.width + dots.width, runs: [...first.runs, ...dots.runs] };
}

/** Places the entries side by side, with as many in a row as fit. A long name takes several lines. */
function placeLegend(sheet: Sheet, legend: readonly LegendEntry[]) {
  const draws: ((top: number) => string)[] = [];
  let [x, y] = [0, 0];
  for (const { label, sample } of legend) {
    const room = { width: sheet.width - SWATCH_WIDTH - 8, most: MAX_LEGEND_LINES };
    const lines = sheet.firstLines(label, { size: LEGEND_SIZE }, room);
    const width = Math.max(...lines.map((line) => line.width)) + SWATCH_WIDTH + 24;
    if (x > 0 && x + width > sheet.width) {
      x = 0;
      y += LEGEND_LEADING;
    }
    const [left, above] = [sheet.left + x, y];
    draws.push((top) =>
      [
        sample(left, top + above + 6),
        ...lines.map((line, index) =>
          sheet.draw(line, left + SWATCH_WIDTH + 6, top + above + index * LEGEND_LEADING),
        ),
      ].join('\n'),
    );
    x += width;
    y += (lines.length - 1) * LEGEND_LEADING;
  }
  return {
    height: y + LEGEND_LEADING + 4,
    draw: (top: number) => draws.map((each) => each(top)).join('\n'),
  };
}

/** Converts HSL to RGB. The hue is in degrees; saturation and lightness are from 0 to 1. */
export function hsl(hue: number, saturation: number, lightness: number): Colour {
  const chroma = saturation * Math.min(lightness, 1 - lightness);
  const part = (offset: number) => {
    const turn = (offset + hue / 30) % 12;
    return lightness - chroma * Math.max(-1, Math.min(turn - 3, 9 - turn, 1));
  };
  return [part(0), part(8), part(4)];
}
