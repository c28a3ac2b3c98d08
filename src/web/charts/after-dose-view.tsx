import { afterDoseChart } from '../../charts/after-dose-chart.ts';
import { markerPath } from '../../charts/markers.ts';
import type { SeriesStyle } from '../../charts/series-style.ts';
import {
  type AfterDose,
  BIN_LABELS,
  type DoseBin,
  HOURS_AFTER_DOSE,
  tooFewText,
} from '../../domain/after-dose.ts';
import { ChartFrame, seriesColour } from '../ui/chart-frame.tsx';

/** The medians of one symptom by the hours since the last dose, with a bar from quartile to quartile. */
export function AfterDoseView({
  title,
  name,
  style,
  result,
}: {
  readonly title: string;
  readonly name: string;
  readonly style: SeriesStyle;
  readonly result: AfterDose;
}) {
  return (
    <ChartFrame
      title={title}
      xTitle="Hours since the last dose"
      yTitle="Severity"
      draw={(size) => {
        const chart = afterDoseChart(result, size);
        return {
          frame: chart,
          columns: HOURS_AFTER_DOSE.map((bin, index) => ({
            x: chart.columns[index] ?? 0,
            width: chart.columnWidth,
            tip: () => (
              <>
                <b>{BIN_LABELS[bin]} hours</b>
                {binText(result.bins[bin])}
              </>
            ),
            points: [
              {
                spoken: `${name}, ${BIN_LABELS[bin].replace('–', ' to ')} hours, ${binText(result.bins[bin])}`,
                ring: chart.points[index] && (
                  <circle
                    className="chart-ring"
                    cx={chart.columns[index]}
                    cy={chart.points[index]?.y}
                    r={RING}
                  />
                ),
              },
            ],
          })),
          marks: (
            <g className="series" style={seriesColour(style.hue)}>
              {chart.points.map(
                (point) =>
                  point && (
                    <line
                      key={point.x}
                      className="series-spread"
                      x1={point.x}
                      x2={point.x}
                      y1={point.lower}
                      y2={point.upper}
                    />
                  ),
              )}
              <path className="series-line" d={chart.path} />
              {chart.points.map(
                (point) =>
                  point && (
                    <path
                      key={point.x}
                      className="series-marker"
                      d={markerPath(style.marker)}
                      transform={`translate(${point.x} ${point.y})`}
                    />
                  ),
              )}
            </g>
          ),
        };
      }}
    />
  );
}

/** The radius of a ring that leaves a gap around any marker. */
const RING = 14;

/** 'middle rating 3, half from 2 to 4, 12 ratings' or 'too few (3 ratings, 5 needed)'. */
function binText({ n, lower, median, upper }: DoseBin): string {
  if (median === undefined) return tooFewText(n);
  return `middle rating ${median}, half from ${lower} to ${upper}, ${n} ratings`;
}
