/** How a symptom is told from the others: hue, marker and dash (DECISIONS 23). */

export const MARKERS = ['circle', 'square', 'triangle', 'diamond', 'cross', 'star'] as const;
export type Marker = (typeof MARKERS)[number];

/** SVG dash patterns; '' is a solid line. Five, against six markers, so that pairs repeat only after 30. */
const DASHES = ['', '10 6', '2 6', '14 5 3 5', '6 3'] as const;

export interface SeriesStyle {
  /** Degrees on the colour circle, 0 up to 360. */
  readonly hue: number;
  readonly marker: Marker;
  readonly dash: string;
}

const GOLDEN_ANGLE = 137.508;
const COMFORTABLE_DISTANCE = 45;

/**
 * Styles for a list of names, in its order. The hue comes from the name; where it is too near to that
 * of a name before it in the list, it moves on by golden angles until it is clear of all of them, or
 * as far from them as it can be. A name keeps its style while the names before it stay.
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

/** Degrees between two hues, 0 to 180, the short way round. */
export function hueDistance(one: number, other: number): number {
  const apart = Math.abs(one - other) % 360;
  return Math.min(apart, 360 - apart);
}

/** FNV-1a, 32 bits: names that differ by a letter land far apart. */
function hueOf(name: string): number {
  let hash = 0x811c9dc5;
  for (const character of name) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  }
  return hash % 360;
}
