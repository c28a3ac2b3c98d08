import '../chart.css';
import { useId } from 'react';
import { afterDoseChart, BIN_LABELS } from '../../../charts/after-dose-chart.ts';
import { LINE_HEIGHT } from '../../../charts/plot.ts';
import {
  type AfterDose,
  apartText,
  type DoseBin,
  type DoseBins,
  ENOUGH_FOR_BIN,
  HOURS_AFTER_DOSE,
} from '../../../domain/after-dose.ts';
import { useChartSize } from '../use-chart-size.ts';
import { VisitTable } from './visit-table.tsx';

/** The severity of a symptom by the time since a dose of levodopa, as boxes from quartile to quartile. */
export function VisitAfterDoseCard({
  name,
  result,
}: {
  readonly name: string;
  readonly result: AfterDose;
}) {
  const id = useId();
  const { bins } = result;
  const count = HOURS_AFTER_DOSE.reduce((sum, bin) => sum + bins[bin].n, 0);
  const hasFigures = HOURS_AFTER_DOSE.some((bin) => bins[bin].median !== undefined);
  return (
    <section className="card" aria-labelledby={id}>
      <h2 id={id}>{name} after a levodopa dose</h2>
      <p className="soft small">
        {hasFigures
          ? `Median and quartiles of ${count} ratings, n below each column`
          : `Too few ratings: a column needs ${ENOUGH_FOR_BIN}. The numbers are below.`}
      </p>
      {hasFigures && <Boxes name={name} result={result} />}
      <details className="fold">
        <summary>Show the numbers</summary>
        {(
          [
            ['After all doses', bins],
            ['After the first dose of the day', result.firstOfDay],
            ['After later doses', result.laterOfDay],
          ] as const
        ).map(([caption, part]) => (
          <div key={caption}>
            <h3>{caption}</h3>
            <Bins caption={`${name}, ${caption.toLowerCase()}`} bins={part} />
          </div>
        ))}
        <p className="small">{apartText(result)}</p>
      </details>
    </section>
  );
}

function Bins({ caption, bins }: { readonly caption: string; readonly bins: DoseBins }) {
  return (
    <VisitTable
      caption={caption}
      head={['Hours', 'Median (quartiles)', 'n']}
      rows={HOURS_AFTER_DOSE.map((bin) => ({
        key: bin,
        cells: [BIN_LABELS[bin], binText(bins[bin]), bins[bin].n],
      }))}
    />
  );
}

function binText({ median, lower, upper }: DoseBin): string {
  return median === undefined ? `fewer than ${ENOUGH_FOR_BIN}` : `${median} (${lower} to ${upper})`;
}

/** How wide a box is, as a share of its column. */
const BOX_SHARE = 0.55;

function Boxes({ name, result }: { readonly name: string; readonly result: AfterDose }) {
  const [ref, available] = useChartSize<HTMLDivElement>();
  if (available.width === 0) return <div ref={ref} className="chart" />;
  const { size, field, yTicks, columns, columnWidth, points } = afterDoseChart(result, available);
  const half = (columnWidth * BOX_SHARE) / 2;
  const text = HOURS_AFTER_DOSE.map(
    (bin) => `${BIN_LABELS[bin]} h ${binText(result.bins[bin])}, n ${result.bins[bin].n}`,
  );
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
