import { lineChart, xOfPlace } from '../../../charts/line-chart.ts';
import { markerPath } from '../../../charts/markers.ts';
import { axisLabels } from '../../../charts/part-labels.ts';
import { type SeriesStyle, seriesStyles } from '../../../charts/series-style.ts';
import type { DateStyle } from '../../../domain/formats.ts';
import { placedChanges } from '../../../domain/regimen-changes.ts';
import type { Report } from '../../../domain/report.ts';
import type { ReportMedication } from '../../../domain/report-medication.ts';
import { daysOfChanges } from '../../../domain/report-period.ts';
import { harmlessName } from '../../platform/pdf/harmless.ts';
import { at, INK, rgb, type Sheet } from '../../platform/pdf/sheet.ts';
import type { Element } from '../../platform/pdf/tags.ts';
import { drawFigure, hsl, SCALE } from './chart-frame.ts';

const HEIGHT = 510;
/** Saturation and lightness of the screen's light theme (styles/tokens.css). */
const SATURATION = 0.65;
const LIGHTNESS = 0.3;
const LINE_WIDTH = 3;

/**
 * Draws the screen's line chart of average severity over time. Lines also differ by marker and dash. A dotted vertical
 * line marks a day on which a medication changed.
 */
export function drawLineFigure(
  sheet: Sheet,
  parent: Element,
  report: Report,
  medication: ReportMedication | undefined,
  style: DateStyle,
  height = HEIGHT,
): void {
  const { charted, parts, period } = report;
  const chart = lineChart(
    charted.map(({ averages }) => averages),
    axisLabels(parts, style),
    { width: sheet.width / SCALE, height },
  );
  const styles = seriesStyles(charted.map(({ name }) => name));
  const changes = medication
    ? placedChanges(medication.regimen, daysOfChanges(period), parts, medication.firstPlan)
    : [];
  drawFigure(sheet, parent, {
    frame: chart,
    xTitle: 'Time Period',
    yTitle: 'Average Severity',
    alt: spoken(report),
    legend: [
      ...charted.map(({ name }, index) => ({
        label: harmlessName(name),
        sample: (x: number, y: number) => sample(sheet, styles[index] as SeriesStyle, x, y),
      })),
      ...(changes.length > 0
        ? [
            {
              label: 'Doses changed',
              sample: (x: number, y: number) => changeSample(sheet, x, y),
            },
          ]
        : []),
    ],
    marks: () => {
      for (const { place } of changes) {
        drawChange(sheet, xOfPlace(chart, place), chart.field.top, chart.field.bottom);
      }
      chart.lines.forEach(({ path, points }, index) => {
        const style = styles[index] as SeriesStyle;
        sheet.write(`q ${pen(style)} ${dashed(style)}`);
        if (path) sheet.pdf.path(path);
        sheet.write('S Q');
        for (const { markX, y } of points) drawMarker(sheet, style, markX, y);
      });
    },
  });
}

function pen({ hue }: SeriesStyle): string {
  const colour = rgb(hsl(hue, SATURATION, LIGHTNESS));
  return `${colour} RG ${colour} rg ${LINE_WIDTH} w 1 j`;
}

function dashed({ dash }: SeriesStyle): string {
  return `[${dash}] 0 d`;
}

function drawMarker(sheet: Sheet, style: SeriesStyle, x: number, y: number): void {
  sheet.write(`q ${pen(style)} 1 1 1 RG 1.5 w 1 0 0 1 ${at(x)} ${at(y)} cm`);
  sheet.pdf.path(markerPath(style.marker));
  sheet.write('B Q');
}

function sample(sheet: Sheet, style: SeriesStyle, x: number, y: number): string {
  sheet.write(`q ${SCALE} 0 0 ${SCALE} ${at(x)} ${at(y)} cm`);
  sheet.write(`q ${pen(style)} ${dashed(style)} 0 0 m 48 0 l S Q`);
  drawMarker(sheet, style, 24, 0);
  sheet.write('Q');
  return '';
}

function drawChange(sheet: Sheet, x: number, top: number, bottom: number): void {
  sheet.write(`q ${rgb(INK)} RG 2 w [2 4] 0 d ${at(x)} ${at(top)} m ${at(x)} ${at(bottom)} l S Q`);
}

function changeSample(sheet: Sheet, x: number, y: number): string {
  sheet.write(`q ${SCALE} 0 0 ${SCALE} ${at(x)} ${at(y)} cm`);
  drawChange(sheet, 24, -12, 12);
  sheet.write('Q');
  return '';
}

function spoken({ charted, parts }: Report): string {
  const lines = charted.map(({ name, averages }) => {
    const means = averages.flatMap(({ mean }) => (mean === null ? [] : [mean]));
    const gaps = averages.length - means.length;
    const [first = 0, last = 0] = [means[0], means.at(-1)];
    return [
      `${harmlessName(name)}: first average ${first.toFixed(1)}, last ${last.toFixed(1)},`,
      `lowest ${Math.min(...means).toFixed(1)}, highest ${Math.max(...means).toFixed(1)}.`,
      ...(gaps > 0 ? [`No data in ${gaps} of ${parts.length} parts.`] : []),
    ].join(' ');
  });
  return ['Line chart of average severity over time.', ...lines].join(' ');
}
