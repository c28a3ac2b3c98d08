/** Hue, marker and dash pattern, which distinguish the symptoms of a chart (DECISIONS 23). */

export const MARKERS = ['circle', 'square', 'triangle', 'diamond', 'cross', 'star'] as const;
export type Marker = (typeof MARKERS)[number];

/** SVG dash patterns; '' is a solid line. Five patterns and six markers give 30 different pairs. */
const DASHES = ['', '10 6', '2 6', '14 5 3 5', '6 3'] as const;

export interface SeriesStyle {
  /** Degrees on the colour circle, from 0 to below 360. */
  readonly hue: number;
  readonly marker: Marker;
  readonly dash: string;
}

/** In degrees. */
const GOLDEN_ANGLE = 137.508;
/** The smallest distance at which two hues are easy to tell apart (degrees). */
const COMFORTABLE_DISTANCE = 45;

/**
 * A style for each name, in the order of the list. The hue is computed from the name. If it is too close to
 * the hue of an earlier name, it advances by the golden angle until it is far enough from all of them. If 24
 * steps find no such hue, the most distant one is used. A name keeps its style as long as the names before it
 * stay the same.
 */
export function seriesStyles(names: readonly string[]): SeriesStyle[] {
  const hues: number[] = [];
  for (const name of names) hues.push(clearHue(hueOf(name), hues));
  return hues.map((hue, index) => ({
    hue,
    marker: MARKERS[index % MARKERS.length] as Marker,
    dash: DASHES[index % DASHES.length] as string,
  }));
}

function clearHue(wanted: number, taken: readonly number[]): number {
  let best = { hue: wanted, distance: -1 };
  for (let step = 0; step < 24; step++) {
    const hue = Math.round(wanted + step * GOLDEN_ANGLE) % 360;
    const distance = Math.min(180, ...taken.map((other) => hueDistance(hue, other)));
    if (distance >= COMFORTABLE_DISTANCE) return hue;
    if (distance > best.distance) best = { hue, distance };
  }
  return best.hue;
}

/** The shorter distance between two hues on the colour circle, 0 to 180 degrees. */
export function hueDistance(one: number, other: number): number {
  const apart = Math.abs(one - other) % 360;
  return Math.min(apart, 360 - apart);
}

/** A 32-bit FNV-1a hash, so that names that differ by one letter have different hues. */
function hueOf(name: string): number {
  let hash = 0x811c9dc5;
  for (const character of name) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  }
  return hash % 360;
}
