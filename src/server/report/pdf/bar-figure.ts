import { barChart } from '../../../charts/bar-chart.ts';
import type { Report } from '../../../domain/report.ts';
import { TIME_OF_DAY_WORDS, TIMES_OF_DAY, type TimeOfDay } from '../../../domain/severity.ts';
import { harmlessName } from '../../platform/pdf/harmless.ts';
import { at, type Colour, drawn, INK, rgb, type Sheet, SOFT } from '../../platform/pdf/sheet.ts';
import type { Element } from '../../platform/pdf/tags.ts';
import { oneLine } from '../../platform/pdf/text.ts';
import { drawFigure, SCALE } from './chart-frame.ts';

const HEIGHT = 490;
const VALUE_SIZE = 15;

/** The colours of the screen's light theme (styles/tokens.css). The bars also differ by pattern. */
const COLOURS: Record<TimeOfDay, Colour> = {
  morning: [0.043, 0.29, 0.341],
  afternoon: [0.631, 0.361, 0],
  evening: [0.357, 0.227, 0.549],
};

/** Draws the screen's bar chart of average severity by time of day. */
export function drawBarFigure(sheet: Sheet, parent: Element, { charted }: Report): void {
  const chart = barChart(
    charted.map(({ name, times }) => ({ name: harmlessName(name), averages: times })),
    { width: sheet.width / SCALE, height: HEIGHT },
  );
  const label = (text: string) => oneLine(sheet.fonts, text, { size: VALUE_SIZE });
  drawFigure(sheet, parent, {
    frame: chart,
    slanted: chart.slanted,
    xTitle: 'Symptom',
    yTitle: 'Severity',
    alt: [
      'Bar chart of average severity by time of day.',
      ...charted.map(({ name, times }) => {
        const said = TIMES_OF_DAY.map(
          (time) => `${time} ${times[time].mean?.toFixed(1) ?? 'no data'}`,
        );
        return `${harmlessName(name)}: ${said.join(', ')}.`;
      }),
    ].join(' '),
    legend: TIMES_OF_DAY.map((time) => ({
      label: TIME_OF_DAY_WORDS[time],
      sample: (x, y) => bar(time, x + 6, y - 5, 20, 10, SCALE),
    })),
    marks: () =>
      chart.groups.forEach(({ bars }, index) => {
        for (const { timeOfDay, x, y, width, height } of bars) {
          const mean = charted[index]?.times[timeOfDay].mean ?? null;
          const value = label(mean === null ? 'No data' : mean.toFixed(1));
          const middle = x + width / 2;
          if (mean === null) sheet.write(drawn(value, middle + 5, y - 6, SOFT, 90));
          else {
            sheet.write(bar(timeOfDay, x, y, width, height, 1));
            const left = middle - value.width / 2;
            // A white background, because the value may overlap a grid line.
            sheet.write(`1 1 1 rg ${at(left - 1)} ${at(y - 18)} ${at(value.width + 2)} 16 re f`);
            sheet.write(drawn(value, left, y - 5, INK));
          }
        }
      }),
  });
}

/** A bar: plain for the morning, striped for the afternoon, dotted for the evening. */
function bar(
  time: TimeOfDay,
  x: number,
  y: number,
  width: number,
  height: number,
  scale: number,
): string {
  const colour = rgb(COLOURS[time]);
  const box = `${at(x)} ${at(y)} ${at(width)} ${at(height)} re`;
  const white = rgb([1, 1, 1]);
  const pattern =
    time === 'afternoon'
      ? stripes(x, y, width, height, 9 * scale)
      : time === 'evening'
        ? dots(x, y, width, height, 8 * scale)
        : '';
  const inside = pattern && `${box} W n ${white} RG ${white} rg ${at(3.5 * scale)} w ${pattern}`;
  return `q ${colour} rg ${box} f ${inside} Q q ${colour} RG ${at(1.5 * scale)} w ${box} S Q`;
}

function stripes(x: number, y: number, width: number, height: number, step: number): string {
  let operators = '';
  for (let shift = -height; shift < width; shift += step) {
    operators += `${at(x + shift)} ${at(y + height)} m ${at(x + shift + height)} ${at(y)} l `;
  }
  return `${operators}S`;
}

/** Squares, which look like dots at this size. */
function dots(x: number, y: number, width: number, height: number, step: number): string {
  const side = step * 0.4;
  let operators = '';
  for (let down = step / 2; down < height; down += step) {
    for (let across = step / 2; across < width; across += step) {
      operators += `${at(x + across - side / 2)} ${at(y + down - side / 2)} ${at(side)} ${at(side)} re `;
    }
  }
  return operators === '' ? '' : `${operators}f`;
}
