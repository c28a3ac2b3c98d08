import './chart.css';
import { afterDoseChart } from '../../charts/after-dose-chart.ts';
import { AXIS_NAME_AT, LINE_HEIGHT, severityEnds } from '../../charts/plot.ts';
import { type AfterDose, BIN_LABELS, HOURS_AFTER_DOSE } from '../../domain/after-dose.ts';
import type { AfterDoseChart } from '../../domain/visit-blocks.ts';
import { binText } from '../../domain/visit-dose-sections.ts';
import { Breakable } from './breakable.tsx';

/** The severity of symptoms by the time since a dose of levodopa: a small chart for each. */
export function DoseBoxes({ charts }: { readonly charts: readonly AfterDoseChart[] }) {
  return (
    <div className="dose-boxes">
      {charts.map(({ name, result }) => (
        <div key={name}>
          <h3>
            <Breakable text={name} />
          </h3>
          <Chart name={name} result={result} />
        </div>
      ))}
    </div>
  );
}

/** The drawing, which is scaled to its column. */
const SIZE = { width: 372, height: 200 };
/** How wide a box is, as a share of its column. */
const BOX_SHARE = 0.6;

function Chart({ name, result }: { readonly name: string; readonly result: AfterDose }) {
  const { field, yTicks, columns, columnWidth, points } = afterDoseChart(result, SIZE);
  const half = (columnWidth * BOX_SHARE) / 2;
  const text = HOURS_AFTER_DOSE.map((bin) => `${BIN_LABELS[bin]} h ${binText(result.bins[bin])}`);
  return (
    <svg
      className="dose-boxes-chart"
      role="img"
      aria-label={`${name} by the hours since a dose, median and quartiles: ${text.join('; ')}`}
      viewBox={`0 0 ${SIZE.width - 10} ${SIZE.height}`}
    >
      <text className="chart-axis-text" x={0} y={AXIS_NAME_AT}>
        Severity{severityEnds('Severity', SIZE)}
      </text>
      {yTicks.map(({ at, label }) => (
        <g key={label}>
          <line className="chart-grid" x1={field.left} x2={field.right} y1={at} y2={at} />
          <text className="chart-axis-text" x={field.left - 10} y={at + 6} textAnchor="end">
            {label}
          </text>
        </g>
      ))}
      {HOURS_AFTER_DOSE.map((bin, index) => (
        <g key={bin} transform={`translate(${columns[index]} 0)`}>
          {[`${BIN_LABELS[bin]}${index === 0 ? ' h' : ''}`, `n ${result.bins[bin].n}`].map(
            (words, line) => (
              <text
                key={words}
                className="chart-axis-text"
                y={field.bottom + 26 + line * LINE_HEIGHT}
                textAnchor="middle"
              >
                {words}
              </text>
            ),
          )}
          {!points[index] &&
            // Between the lines of the grid, which would strike them out.
            ['too', 'few'].map((words, line) => (
              <text
                key={words}
                className="chart-axis-text"
                y={(yTicks[2 - line]?.at ?? 0) - 7}
                textAnchor="middle"
              >
                {words}
              </text>
            ))}
        </g>
      ))}
      {points.map(
        (point) =>
          point && (
            <g key={point.x}>
              <rect
                className="dose-box"
                x={point.x - half}
                y={point.upper}
                width={2 * half}
                height={Math.max(0, point.lower - point.upper)}
                rx={4}
              />
              <line
                className="dose-median"
                x1={point.x - half}
                x2={point.x + half}
                y1={point.y}
                y2={point.y}
              />
            </g>
          ),
      )}
    </svg>
  );
}
