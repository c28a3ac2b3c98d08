import {
  type AfterDoseChart as AfterDoseGeometry,
  afterDoseChart,
} from '../../../charts/after-dose-chart.ts';
import { type AfterDose, BIN_LABELS, HOURS_AFTER_DOSE } from '../../../domain/after-dose.ts';
import type { AfterDoseChart } from '../../../domain/visit-blocks.ts';
import { binText } from '../../../domain/visit-dose-sections.ts';
import { harmlessName } from '../../platform/pdf/harmless.ts';
import {
  at,
  drawn,
  HAIRLINE,
  INK,
  PRIMARY,
  rgb,
  type Sheet,
  SOFT,
  TINT,
} from '../../platform/pdf/sheet.ts';
import { type Element, END } from '../../platform/pdf/tags.ts';
import { oneLine } from '../../platform/pdf/text.ts';
import { SCALE } from './chart-frame.ts';

/** Severity after a dose as boxes from quartile to quartile: a small chart for each symptom, three in a row. */

const IN_A_ROW = 3;
const GAP = 12;
/** In CSS px. */
const HEIGHT = 180;
const NAME_SIZE = 9;
const AXIS_SIZE = 16;
/** How wide a box is, as a share of its column. */
const BOX_SHARE = 0.55;

/** The height of a row of charts (points). */
export const BOXES_HEIGHT = NAME_SIZE * 1.5 + HEIGHT * SCALE;

export function drawBoxes(sheet: Sheet, parent: Element, charts: readonly AfterDoseChart[]): void {
  const width = (sheet.width - (IN_A_ROW - 1) * GAP) / IN_A_ROW;
  for (let first = 0; first < charts.length; first += IN_A_ROW) {
    sheet.need(BOXES_HEIGHT);
    charts.slice(first, first + IN_A_ROW).forEach((chart, column) => {
      drawChart(sheet, parent, chart, {
        left: sheet.left + column * (width + GAP),
        width,
        height: BOXES_HEIGHT,
      });
    });
    sheet.y += BOXES_HEIGHT + 4;
  }
  sheet.y += 6;
}

function drawChart(
  sheet: Sheet,
  parent: Element,
  { name, result }: AfterDoseChart,
  { left, width, height }: { left: number; width: number; height: number },
): void {
  const top = sheet.y;
  const pageHeight = sheet.pdf.page.height;
  const shown = harmlessName(name);
  const figure = sheet.tags.open('Figure', parent, {
    alt: `${shown} after a dose of levodopa: ${HOURS_AFTER_DOSE.map((bin) => {
      return `${BIN_LABELS[bin]} hours ${binText(result.bins[bin])}`;
    }).join('; ')}.`,
    box: [left, pageHeight - top - height, left + width, pageHeight - top],
  });
  const [title] = sheet.firstLines(shown, { size: NAME_SIZE, weight: 'bold' }, { width, most: 1 });
  sheet.write(
    [
      sheet.tags.begin(figure),
      title ? sheet.draw(title, left, top, INK) : '',
      `q ${SCALE} 0 0 ${SCALE} ${at(left)} ${at(top + NAME_SIZE * 1.5)} cm`,
      ...chartOf(sheet, result, { width: width / SCALE, height: HEIGHT }),
      'Q',
      END,
    ].join('\n'),
  );
  sheet.tags.close(figure);
}

function chartOf(
  sheet: Sheet,
  result: AfterDose,
  size: { readonly width: number; readonly height: number },
): string[] {
  const { field, yTicks, columns, columnWidth, points } = afterDoseChart(result, size);
  const text = (words: string) => oneLine(sheet.fonts, words, { size: AXIS_SIZE });
  return [
    ...yTicks.flatMap(({ at: y, label }) => {
      const number = text(label);
      return [
        `${rgb(HAIRLINE)} RG 1 w ${at(field.left)} ${at(y)} m ${at(field.right)} ${at(y)} l S`,
        drawn(number, field.left - 8 - number.width, y + 5, SOFT),
      ];
    }),
    ...HOURS_AFTER_DOSE.flatMap((bin, index) =>
      [BIN_LABELS[bin], `n ${result.bins[bin].n}`].map((words, line) => {
        const label = text(words);
        const x = (columns[index] ?? 0) - label.width / 2;
        return drawn(label, x, field.bottom + 20 + line * 20, SOFT);
      }),
    ),
    ...boxesOf({ points, columnWidth }),
  ];
}

/** The boxes from quartile to quartile, with the median as a thick line. */
export function boxesOf({
  points,
  columnWidth,
}: Pick<AfterDoseGeometry, 'points' | 'columnWidth'>): string[] {
  const half = (columnWidth * BOX_SHARE) / 2;
  return points.flatMap((point) => {
    if (!point) return [];
    const { x, y, lower, upper } = point;
    const box = `${at(x - half)} ${at(upper)} ${at(2 * half)} ${at(lower - upper)} re`;
    const median = `${at(x - half)} ${at(y)} m ${at(x + half)} ${at(y)} l S`;
    return [`${rgb(TINT)} rg ${rgb(PRIMARY)} RG 2 w ${box} B 5 w ${median}`];
  });
}
