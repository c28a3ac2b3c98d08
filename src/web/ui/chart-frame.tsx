import './chart.css';
import { type ReactNode, useState } from 'react';
import type { Frame, Size } from '../../charts/plot.ts';
import { useWidth } from './use-width.ts';

const HEIGHT = 336;
const TIP_WIDTH = 260;

/** Where a pointer may ask for the figures behind what is drawn. */
export interface Column {
  readonly x: number;
  readonly width: number;
  readonly tip: ReactNode;
}

/**
 * The frame both charts are drawn in: axes, grid, and the tip of the column that is pointed at or
 * pressed. `draw` gets the size there is and answers with what belongs into it.
 */
export function ChartFrame({
  description,
  xTitle,
  yTitle,
  draw,
}: {
  readonly description: string;
  readonly xTitle: string;
  readonly yTitle: string;
  readonly draw: (size: Size) => {
    readonly frame: Frame;
    readonly slanted?: boolean;
    readonly columns: readonly Column[];
    readonly marks: ReactNode;
  };
}) {
  const [ref, width] = useWidth<HTMLDivElement>();
  const [active, setActive] = useState<number | null>(null);
  if (width === 0) return <div ref={ref} className="chart" style={{ height: HEIGHT }} />;

  const { frame, slanted = false, columns, marks } = draw({ width, height: HEIGHT });
  const { field, size } = frame;
  const column = active === null ? undefined : columns[active];
  return (
    <div ref={ref} className="chart">
      <svg
        role="img"
        aria-label={description}
        viewBox={`0 0 ${size.width} ${size.height}`}
        height={size.height}
        onPointerLeave={({ pointerType }) => {
          // A finger leaves the glass after every tap; its tip stays until the next.
          if (pointerType === 'mouse') setActive(null);
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
        <text
          className="chart-axis-text"
          transform={`translate(16 ${(field.top + field.bottom) / 2}) rotate(-90)`}
          textAnchor="middle"
        >
          {yTitle}
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
        {columns.map((each, index) => (
          <rect
            key={each.x}
            x={each.x - each.width / 2}
            y={field.top}
            width={each.width}
            height={field.bottom - field.top}
            fill="transparent"
            onPointerEnter={({ pointerType }) => {
              if (pointerType === 'mouse') setActive(index);
            }}
            onPointerDown={({ pointerType }) => {
              setActive(active === index && pointerType !== 'mouse' ? null : index);
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
              Math.min(column.x + 12, size.width - Math.min(TIP_WIDTH, size.width)),
            ),
          }}
        >
          {column.tip}
        </div>
      )}
    </div>
  );
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
      {label}
    </text>
  );
}

/** Custom properties for a series' colour. */
export function seriesColour(hue: number) {
  return { '--hue': hue } as React.CSSProperties;
}
