import { lineChart, xOfPlace } from '../../charts/line-chart.ts';
import { markerPath, markersPath } from '../../charts/markers.ts';
import type { SeriesStyle } from '../../charts/series-style.ts';
import type { Average } from '../../domain/severity.ts';
import { ChartFrame, seriesColour } from './chart-frame.tsx';
import { figureText, spokenFigure } from './figure-table.tsx';

interface LineSeries {
  readonly name: string;
  readonly style: SeriesStyle;
  /** One average per part; a mean of `null` is drawn as a gap. */
  readonly averages: readonly Average[];
}

const NO_SERIES: Pick<LineSeries, 'name' | 'averages'> = { name: '', averages: [] };

/** A change of medication, drawn as a vertical line. `place` counts parts from the left edge (see `xOfPlace`). */
export interface ChartChange {
  readonly place: number;
  readonly text: string;
}

/** A line per series, distinguished by colour, marker and dash. */
export function LineChartView({
  title,
  series,
  axisLabels,
  spanLabels,
  changes,
}: {
  readonly title: string;
  readonly series: readonly LineSeries[];
  readonly axisLabels: readonly string[];
  readonly spanLabels: readonly string[];
  readonly changes: readonly ChartChange[];
}) {
  return (
    <>
      <ChartFrame
        title={title}
        xTitle="Time Period"
        yTitle="Average Severity"
        draw={(size) => {
          const chart = lineChart(
            series.map(({ averages }) => averages),
            axisLabels,
            size,
          );
          return {
            frame: chart,
            columns: chart.columns.map((x, part) => ({
              x,
              width: chart.columnWidth,
              tip: (point) => (
                <>
                  <Tip heading={spanLabels[part] ?? ''} series={series} part={part} point={point} />
                  {changes
                    .filter(({ place }) => Math.floor(place) === part)
                    .map(({ text }) => (
                      <div key={text}>{text}</div>
                    ))}
                </>
              ),
              pointCount: series.length,
              pointAt(index) {
                const drawn = chart.lines[index]?.points.find((each) => each.part === part);
                const { name, averages } = series[index] ?? NO_SERIES;
                return {
                  spoken: `${name}, ${spokenSpan(spanLabels[part])}, ${spokenFigure(averages[part])}`,
                  ring: drawn && (
                    <circle className="chart-ring" cx={drawn.markX} cy={drawn.y} r={RING} />
                  ),
                };
              },
            })),
            marks: [
              ...changes.map(({ place, text }) => (
                <ChangeLine key={text} x={xOfPlace(chart, place)} {...chart.field} />
              )),
              ...series.map(({ name, style }, index) => (
                <g key={name} className="series" ref={seriesColour(style.hue)}>
                  <path
                    className="series-line"
                    d={chart.lines[index]?.path}
                    strokeDasharray={style.dash || undefined}
                  />
                  <path
                    className="series-marker"
                    d={markersPath(
                      style.marker,
                      (chart.lines[index]?.points ?? []).map(({ markX, y }) => ({ x: markX, y })),
                    )}
                  />
                </g>
              )),
            ],
          };
        }}
      />
      <ul className="chart-legend">
        {series.map(({ name, style }) => (
          <li key={name} className="series" ref={seriesColour(style.hue)}>
            <svg viewBox="0 0 28 20" aria-hidden="true">
              <path
                className="series-line"
                d="M0 10H28"
                strokeDasharray={style.dash || undefined}
              />
              <path
                className="series-marker"
                d={markerPath(style.marker)}
                transform="translate(14 10)"
              />
            </svg>
            {name}
          </li>
        ))}
        {changes.length > 0 && (
          <li>
            <svg viewBox="0 0 28 20" aria-hidden="true">
              <ChangeLine x={14} top={0} bottom={20} />
            </svg>
            Doses changed
          </li>
        )}
      </ul>
    </>
  );
}

function ChangeLine({
  x,
  top,
  bottom,
}: {
  readonly x: number;
  readonly top: number;
  readonly bottom: number;
}) {
  return <line className="chart-change" x1={x} x2={x} y1={top} y2={bottom} />;
}

function Tip({
  heading,
  series,
  part,
  point,
}: {
  readonly heading: string;
  readonly series: readonly LineSeries[];
  readonly part: number;
  readonly point: number | null;
}) {
  const from = Math.max(0, (point ?? 0) - MOST_IN_TIP + 1);
  return (
    <>
      <b>{heading}</b>
      {series.slice(from, from + MOST_IN_TIP).map(({ name, averages }, index) => (
        <div key={name} className={from + index === point ? 'chart-tip-point' : undefined}>
          {name}: {figureText(averages[part])}
        </div>
      ))}
      {series.length > MOST_IN_TIP && <div>Press ‘Show the numbers’ for the rest.</div>}
    </>
  );
}

/** The most series in a tip. More lines would not fit above the chart. */
const MOST_IN_TIP = 6;

/** The radius of a ring that leaves a gap around any marker. */
const RING = 14;

/** 'Nov 15 to 17', because screen readers do not speak the dash of 'Nov 15 – 17'. */
function spokenSpan(label: string | undefined): string {
  return (label ?? '').replace(/\s*–\s*/, ' to ');
}
