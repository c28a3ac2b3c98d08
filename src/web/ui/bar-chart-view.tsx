import { type Bar, barChart } from '../../charts/bar-chart.ts';
import {
  type Average,
  TIME_OF_DAY_WORDS,
  TIMES_OF_DAY,
  type TimeOfDay,
} from '../../domain/severity.ts';
import { ChartFrame } from './chart-frame.tsx';
import { figureText, spokenFigure } from './figure-table.tsx';

interface BarSeries {
  readonly name: string;
  readonly averages: Readonly<Record<TimeOfDay, Average>>;
}

/** The gap between a bar and the ring around it (px). */
const RING_GAP = 5;

/** The smallest width of a chart with values above its bars, and of such a bar (px). */
const WIDE = 500;
const VALUE_WIDTH = 32;

/** A group of three bars per series, distinguished by colour and pattern. */
export function BarChartView({
  title,
  series,
}: {
  readonly title: string;
  readonly series: readonly BarSeries[];
}) {
  return (
    <>
      <ChartFrame
        title={title}
        xTitle="Symptom"
        yTitle="Severity"
        draw={(size) => {
          const chart = barChart(series, size);
          return {
            frame: chart,
            slanted: chart.slanted,
            columns: chart.groups.map(({ x, width, bars }, index) => ({
              x: x + width / 2,
              width,
              tip: (point) => <Tip series={series[index]} point={point} />,
              pointCount: bars.length,
              pointAt(at) {
                const bar = bars[at];
                return {
                  spoken: bar ? spoken(series[index], bar.timeOfDay) : '',
                  ring: bar && (
                    <rect
                      className="chart-ring"
                      x={bar.x - RING_GAP}
                      y={bar.y - RING_GAP}
                      width={bar.width + 2 * RING_GAP}
                      height={bar.height + 2 * RING_GAP}
                      rx={RING_GAP}
                    />
                  ),
                };
              },
            })),
            marks: (
              <>
                <Patterns />
                {chart.groups.flatMap(({ x, bars }, index) =>
                  bars.map((bar) => (
                    <Value
                      key={`${x} ${bar.timeOfDay} value`}
                      of={bar}
                      mean={series[index]?.averages[bar.timeOfDay].mean}
                      isWide={size.width >= WIDE}
                    />
                  )),
                )}
                {chart.groups.flatMap(({ x, bars }) =>
                  bars.map((bar) => (
                    <rect
                      key={`${x} ${bar.timeOfDay}`}
                      className={`bar bar-${bar.timeOfDay}`}
                      x={bar.x}
                      y={bar.y}
                      width={bar.width}
                      height={bar.height}
                      rx={Math.min(4, bar.height / 2)}
                    />
                  )),
                )}
              </>
            ),
          };
        }}
      />
      <ul className="chart-legend">
        {TIMES_OF_DAY.map((timeOfDay) => (
          <li key={timeOfDay}>
            <svg viewBox="0 0 22 20" className="legend-swatch" aria-hidden="true">
              <rect className={`bar bar-${timeOfDay}`} x="1" y="1" width="20" height="18" rx="4" />
            </svg>
            {TIME_OF_DAY_WORDS[timeOfDay]}
          </li>
        ))}
      </ul>
    </>
  );
}

/** The mean above its bar, where there is room for it. */
function Value({
  of: { x, y, width },
  mean,
  isWide,
}: {
  readonly of: Bar;
  readonly mean: number | null | undefined;
  readonly isWide: boolean;
}) {
  if (!isWide || width < VALUE_WIDTH || mean == null) return null;
  return (
    <text className="chart-axis-text" x={x + width / 2} y={y - 6} textAnchor="middle">
      {mean.toFixed(1)}
    </text>
  );
}

function Tip({
  series,
  point,
}: {
  readonly series: BarSeries | undefined;
  readonly point: number | null;
}) {
  if (!series) return null;
  return (
    <>
      <b>{series.name}</b>
      {TIMES_OF_DAY.map((timeOfDay, index) => (
        <div key={timeOfDay} className={index === point ? 'chart-tip-point' : undefined}>
          {TIME_OF_DAY_WORDS[timeOfDay]}: {figureText(series.averages[timeOfDay])}
        </div>
      ))}
    </>
  );
}

function spoken(series: BarSeries | undefined, timeOfDay: TimeOfDay): string {
  return `${series?.name}, ${TIME_OF_DAY_WORDS[timeOfDay]}, ${spokenFigure(series?.averages[timeOfDay])}`;
}

/** Stripes for the afternoon and dots for the evening; the morning is plain. */
function Patterns() {
  return (
    <defs>
      <pattern
        id="pattern-afternoon"
        width="8"
        height="8"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <rect width="8" height="8" fill="var(--surface)" />
        <rect width="4.5" height="8" fill="var(--afternoon)" />
      </pattern>
      <pattern id="pattern-evening" width="7" height="7" patternUnits="userSpaceOnUse">
        <rect width="7" height="7" fill="var(--evening)" />
        <circle cx="3.5" cy="3.5" r="1.5" fill="var(--surface)" />
      </pattern>
    </defs>
  );
}
