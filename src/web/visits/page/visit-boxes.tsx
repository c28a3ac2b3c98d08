import '../../ui/chart.css';
import { afterDoseChart } from '../../../charts/after-dose-chart.ts';
import { LINE_HEIGHT } from '../../../charts/plot.ts';
import { type AfterDose, BIN_LABELS, HOURS_AFTER_DOSE } from '../../../domain/after-dose.ts';
import type { AfterDoseChart } from '../../../domain/visit-blocks.ts';
import { binText } from '../../../domain/visit-dose-sections.ts';
import { Breakable } from '../../ui/breakable.tsx';
import { useChartSize } from '../../ui/use-chart-size.ts';

/** The severity of symptoms by the time since a dose of levodopa: a small chart for each. */
export function VisitBoxes({ charts }: { readonly charts: readonly AfterDoseChart[] }) {
  return (
    <div className="visit-charts">
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

/** How wide a box is, as a share of its column. */
const BOX_SHARE = 0.55;

function Chart({ name, result }: { readonly name: string; readonly result: AfterDose }) {
  const [ref, available] = useChartSize<HTMLDivElement>();
  if (available.width === 0) return <div ref={ref} className="chart" />;
  const { size, field, yTicks, columns, columnWidth, points } = afterDoseChart(result, available);
  const half = (columnWidth * BOX_SHARE) / 2;
  const text = HOURS_AFTER_DOSE.map((bin) => `${BIN_LABELS[bin]} h ${binText(result.bins[bin])}`);
  return (
    <div ref={ref} className="chart">
      <svg
        role="img"
        aria-label={`${name} by the hours since a dose, median and quartiles: ${text.join('; ')}`}
        viewBox={`0 0 ${size.width} ${size.height}`}
      >
        {yTicks.map(({ at, label }) => (
          <g key={label}>
            <line className="chart-grid" x1={field.left} x2={field.right} y1={at} y2={at} />
            <text className="chart-axis-text" x={field.left - 10} y={at + 6} textAnchor="end">
              {label}
            </text>
          </g>
        ))}
        {HOURS_AFTER_DOSE.map((bin, index) => (
          <text
            key={bin}
            className="chart-axis-text"
            transform={`translate(${columns[index]} ${field.bottom + 26})`}
            textAnchor="middle"
          >
            <tspan x={0}>{BIN_LABELS[bin]}</tspan>
            <tspan x={0} dy="1.2em">
              {result.bins[bin].n}
            </tspan>
          </text>
        ))}
        {['h', 'n'].map((name, line) => (
          <text
            key={name}
            className="chart-axis-text"
            x={field.left - 10}
            y={field.bottom + 26 + line * LINE_HEIGHT}
            textAnchor="end"
          >
            {name}
          </text>
        ))}
        {points.map(
          (point) =>
            point && (
              <g key={point.x}>
                <rect
                  className="visit-box"
                  x={point.x - half}
                  y={point.upper}
                  width={2 * half}
                  height={Math.max(0, point.lower - point.upper)}
                />
                <line
                  className="visit-median"
                  x1={point.x - half}
                  x2={point.x + half}
                  y1={point.y}
                  y2={point.y}
                />
              </g>
            ),
        )}
      </svg>
    </div>
  );
}
