import {
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
