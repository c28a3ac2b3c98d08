import '../../ui/chart.css';
import { sparkline } from '../../../charts/sparkline.ts';

const SIZE = { width: 150, height: 40 };

/** A small line without axes. `title` says in words what it shows. */
export function SparkLine({
  title,
  values,
  range,
  hue,
  dash = '',
  changes = [],
}: {
  readonly title: string;
  readonly values: readonly (number | null)[];
  /** The values at the lower and at the upper edge. */
  readonly range: readonly [number, number];
  /** Of a symptom. */
  readonly hue?: number | undefined;
  readonly dash?: string | undefined;
  /** Where the plan of a medication changed, counted in values from the left edge. */
  readonly changes?: readonly number[];
}) {
  const { path, dots } = sparkline(values, SIZE, range);
  const { width, height } = SIZE;
  return (
    <svg
      className={`spark-line${hue === undefined ? '' : ' series'}`}
      style={hue === undefined ? undefined : ({ '--hue': hue } as React.CSSProperties)}
      role="img"
      aria-label={title}
      viewBox={`0 0 ${width} ${height}`}
    >
      {[0.5, height - 0.5].map((y) => (
        <line key={y} className="chart-grid" x1={0} x2={width} y1={y} y2={y} />
      ))}
      {changes.map((place) => {
        const x = (place * width) / Math.max(1, values.length);
        return <line key={place} className="chart-change" x1={x} x2={x} y1={0} y2={height} />;
      })}
      <path className="spark-path" d={path} strokeDasharray={dash || undefined} />
      {dots.map(({ x, y }) => (
        <circle key={x} className="spark-dot" cx={x} cy={y} r={3} />
      ))}
    </svg>
  );
}
