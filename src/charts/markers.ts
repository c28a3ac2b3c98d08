import {
  type SymbolType,
  symbol,
  symbolCircle,
  symbolCross,
  symbolDiamond,
  symbolSquare,
  symbolStar,
  symbolTriangle,
} from 'd3-shape';
import type { Marker } from './series-style.ts';

const SYMBOLS = {
  circle: symbolCircle,
  square: symbolSquare,
  triangle: symbolTriangle,
  diamond: symbolDiamond,
  cross: symbolCross,
  star: symbolStar,
} as const;

/** The area of a marker in square px. */
const MARKER_AREA = 110;

/** The SVG path of a marker, centred on the origin. */
export function markerPath(marker: Marker): string {
  return symbol(SYMBOLS[marker], MARKER_AREA)() ?? '';
}

/** The shape of each marker as steps from its centre. */
const shapes = new Map<Marker, string>();

/** The SVG path of markers around several points. One path is drawn much sooner than one for each point. */
export function markersPath(
  marker: Marker,
  points: readonly { readonly x: number; readonly y: number }[],
): string {
  const shape = shapes.get(marker) ?? shapeOf(SYMBOLS[marker]);
  shapes.set(marker, shape);
  return points.map(({ x, y }) => `M${rounded(x)} ${rounded(y)}${shape}`).join('');
}

/** Draws a symbol with steps relative to the point before, of which the first one is its centre. */
function shapeOf(type: SymbolType): string {
  let shape = '';
  let [penX, penY] = [0, 0];
  const stepTo = (command: string, x: number, y: number) => {
    shape += `${command}${rounded(x - penX)} ${rounded(y - penY)}`;
    [penX, penY] = [x, y];
  };
  const pen: Pick<Pen, 'moveTo' | 'lineTo' | 'rect' | 'arc' | 'closePath'> = {
    moveTo: (x, y) => stepTo('m', x, y),
    lineTo: (x, y) => stepTo('l', x, y),
    rect(x, y, width, height) {
      stepTo('m', x, y);
      shape += `h${rounded(width)}v${rounded(height)}h${rounded(-width)}z`;
    },
    // Symbols have only whole circles.
    arc(_x, _y, radius) {
      const half = `a${rounded(radius)} ${rounded(radius)} 0 1 1 `;
      shape += `${half}${rounded(-2 * radius)} 0${half}${rounded(2 * radius)} 0z`;
    },
    closePath() {
      shape += 'z';
    },
  };
  type.draw(pen as Pen, MARKER_AREA);
  return shape;
}

type Pen = Parameters<SymbolType['draw']>[0];

function rounded(length: number): number {
  return Math.round(length * 100) / 100;
}
