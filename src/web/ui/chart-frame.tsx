import './chart.css';
import { type ReactNode, useId, useMemo, useState } from 'react';
import { AXIS_NAME_AT, type Frame, type Size, severityEnds } from '../../charts/plot.ts';
import { useChartSize } from './use-chart-size.ts';
import { useTurn } from './use-turn.ts';

const TIP_WIDTH = 260;

const HINT = 'Use the arrow keys to move between points.';

/** A column of the chart, whose tip opens by pointer or keyboard. Texts are made only for the column that is reached. */
interface Column {
  readonly x: number;
  readonly width: number;
  /**
   * The content of the tooltip. `point` is the index of the point that the keyboard has reached; null if
   * there is none.
   */
  readonly tip: (point: number | null) => ReactNode;
  readonly pointCount: number;
  readonly pointAt: (index: number) => Point;
}

interface Point {
  readonly spoken: string;
  /** Drawn around the point while the keyboard is on it; empty if the point is not drawn. */
  readonly ring: ReactNode;
}

/** The active column, and its point if the keyboard has reached it. */
interface Place {
  readonly column: number;
  readonly point: number | null;
}

/**
 * The frame of every chart: axes, grid, and the tip of the column that is hovered, pressed or reached with
 * the arrow keys. `draw` receives the available size and returns the content. With larger text, the whole
 * drawing is larger, so that no labels touch.
 *
 * The role is `application`, because only then do screen readers pass the arrow keys to the page.
 */
export function ChartFrame({
  title,
  xTitle,
  yTitle,
  draw,
}: {
  readonly title: string;
  readonly xTitle: string;
  readonly yTitle: string;
  readonly draw: (size: Size) => {
    readonly frame: Frame;
    readonly slanted?: boolean;
    readonly columns: readonly Column[];
    readonly marks: ReactNode;
  };
}) {
  const [ref, available, scale] = useChartSize<HTMLDivElement>();
  const [place, setPlace] = useState<Place | null>(null);
  const [hinting, setHinting] = useState(false);
  const hintId = useId();
  const mayDraw = useTurn() && available.width > 0;
  // Remembered, because a finger that moves over the chart only changes the tip.
  const drawn = useMemo(() => (mayDraw ? draw(available) : undefined), [mayDraw, draw, available]);
  if (!drawn) return <div ref={ref} className="chart" />;

  const { frame, slanted = false, columns, marks } = drawn;
  const { field, size } = frame;
  const column = place ? columns[place.column] : undefined;
  const point = place?.point == null ? undefined : column?.pointAt(place.point);
  return (
    <div
      ref={ref}
      className="chart"
      role="application"
      aria-roledescription="chart"
      aria-label={title}
      aria-describedby={hintId}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys are for keyboard users
      tabIndex={0}
      onFocus={({ target }) => setHinting(target.matches(':focus-visible'))}
      onBlur={() => {
        setHinting(false);
        if (place?.point != null) setPlace(null);
      }}
      onKeyDown={(event) => {
        if (event.altKey || event.ctrlKey || event.metaKey) return;
        if (event.key === 'Escape') {
          setHinting(false);
          setPlace(null);
          return;
        }
        const next = placeAfter(event.key, place, columns);
        if (!next) return;
        event.preventDefault();
        setPlace(next);
      }}
    >
      <p id={hintId} hidden>
        {HINT}
      </p>
      <svg
        role="img"
        aria-label={`${title}. Press ‘Show the numbers’ for a table.`}
        viewBox={`0 0 ${size.width} ${size.height}`}
        onPointerLeave={({ pointerType }) => {
          // A finger leaves the glass after every tap, so the tip that it opened stays until the next tap.
          if (pointerType === 'mouse' && place?.point === null) setPlace(null);
        }}
      >
        {frame.yTicks.map(({ at, label }) => (
          <g key={label}>
            <line className="chart-grid" x1={field.left} x2={field.right} y1={at} y2={at} />
            <text className="chart-axis-text" x={field.left - 10} y={at + 6} textAnchor="end">
              {label}
            </text>
          </g>
        ))}
        {frame.xTicks.map(({ at, label }, index) => (
          <XLabel
            // biome-ignore lint/suspicious/noArrayIndexKey: labels may repeat, their places do not
            key={index}
            at={at}
            y={field.bottom}
            label={label}
            slanted={slanted}
          />
        ))}
        <text
          className="chart-axis-text"
          x={(field.left + field.right) / 2}
          y={size.height - 6}
          textAnchor="middle"
        >
          {xTitle}
        </text>
        <text className="chart-axis-text" x={0} y={AXIS_NAME_AT}>
          <tspan>{yTitle}</tspan>
          <tspan>{severityEnds(yTitle, size)}</tspan>
        </text>
        {column && (
          <line
            className="chart-cursor"
            x1={column.x}
            x2={column.x}
            y1={field.top}
            y2={field.bottom}
          />
        )}
        {marks}
        {point?.ring}
        {columns.map((each, index) => (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: columns are in order, and another period reuses them
            key={index}
            x={each.x - each.width / 2}
            y={field.top}
            width={each.width}
            height={field.bottom - field.top}
            fill="transparent"
            onPointerMove={({ pointerType }) => {
              // Uses `pointermove`, because a chart that scrolls under a resting mouse fires `pointerenter` although
              // nobody points at it.
              if (pointerType !== 'mouse') return;
              if (place?.column === index && place.point === null) return;
              setPlace({ column: index, point: null });
            }}
            onPointerDown={({ pointerType }) => {
              const again = place?.column === index && pointerType !== 'mouse';
              setPlace(again ? null : { column: index, point: null });
            }}
          />
        ))}
      </svg>
      {column && (
        <div
          className="chart-tip"
          style={{
            left: Math.max(
              0,
              scale * Math.min(column.x + 12, size.width - Math.min(TIP_WIDTH, size.width)),
            ),
          }}
        >
          {column.tip(place?.point ?? null)}
        </div>
      )}
      {hinting && !column && (
        <div className="chart-tip" style={{ left: 0 }} aria-hidden="true">
          {HINT}
        </div>
      )}
      <div className="visually-hidden" aria-live="polite">
        {/* Two points may have the same text. The key makes the screen reader speak the second one too. */}
        {point && <span key={`${place?.column} ${place?.point}`}>{point.spoken}</span>}
      </div>
    </div>
  );
}

/**
 * The target of a key: left and right move between columns, up and down between the points of a column, Home
 * and End to the first and last column. `null` if the key has no target.
 */
function placeAfter(key: string, from: Place | null, columns: readonly Column[]): Place | null {
  const last = columns.length - 1;
  const point = from?.point ?? 0;
  switch (key) {
    case 'ArrowRight':
      return within(columns, (from?.column ?? -1) + 1, point);
    case 'ArrowLeft':
      return within(columns, (from?.column ?? last + 1) - 1, point);
    case 'Home':
      return within(columns, 0, point);
    case 'End':
      return within(columns, last, point);
    case 'ArrowDown':
      return within(columns, from?.column ?? 0, (from?.point ?? -1) + 1);
    case 'ArrowUp':
      return within(columns, from?.column ?? 0, point - 1);
    default:
      return null;
  }
}

function within(columns: readonly Column[], column: number, point: number): Place | null {
  const nearest = Math.max(0, Math.min(column, columns.length - 1));
  const points = columns[nearest]?.pointCount ?? 0;
  if (points === 0) return null;
  return { column: nearest, point: Math.max(0, Math.min(point, points - 1)) };
}

function XLabel({
  at,
  y,
  label,
  slanted,
}: {
  readonly at: number;
  readonly y: number;
  readonly label: string;
  readonly slanted: boolean;
}) {
  return (
    <text
      className="chart-axis-text"
      transform={
        slanted ? `translate(${at + 6} ${y + 20}) rotate(-35)` : `translate(${at} ${y + 26})`
      }
      textAnchor={slanted ? 'end' : 'middle'}
    >
      {label.split('\n').map((line, index) => (
        <tspan key={index === 0 ? 'first' : 'second'} x={0} dy={index && '1.2em'}>
          {line}
        </tspan>
      ))}
    </text>
  );
}

/**
 * Gives an element the colour of a series. Not as a `style`, which the policy for the server's HTML forbids.
 *
 * @returns a `ref` of the element
 */
export function seriesColour(hue: number) {
  return (element: HTMLElement | SVGElement | null) => {
    element?.style.setProperty('--hue', String(hue));
  };
}
