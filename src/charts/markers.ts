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

/** Square px of a marker's area. */
const MARKER_AREA = 110;

/** An SVG path of a series' marker around the origin. */
export function markerPath(marker: Marker): string {
  return symbol(SYMBOLS[marker], MARKER_AREA)() ?? '';
}
