import { expect, it } from 'vitest';
import { markerPath, markersPath } from './markers.ts';
import { MARKERS } from './series-style.ts';

it('every marker has a different path', () => {
  const paths = MARKERS.map(markerPath);
  expect(new Set(paths).size).toBe(MARKERS.length);
  for (const path of paths) expect(path).toMatch(/^M/);
});

it('draws the same marker around each of several points', () => {
  for (const marker of MARKERS) {
    const centres = [
      { x: 0, y: 0 },
      { x: 40, y: 12.5 },
    ];
    const [first, second, ...others] = markersPath(marker, centres).split(/(?=M)/).map(pointsOf);
    expect(others).toEqual([]);
    const alone = pointsOf(markerPath(marker));
    expectNear(first, alone);
    expectNear(
      second,
      alone.map(([x, y]) => [x + 40, y + 12.5]),
    );
  }
});

type Place = readonly [x: number, y: number];

/** The corners of a path, in order. Those of a circle are the ends of its arcs. */
function pointsOf(path: string): Place[] {
  const places: Place[] = [];
  let [x, y] = [0, 0];
  for (const [, command = '', rest = ''] of path.matchAll(/([a-z])([^a-z]*)/gi)) {
    const numbers = rest.match(/-?[\d.]+/g)?.map(Number) ?? [];
    const isRelative = command === command.toLowerCase();
    const [fromX, fromY] = isRelative ? [x, y] : [0, 0];
    const [toX = 0, toY = 0] = numbers.slice(-2);
    const last = numbers.at(-1) ?? 0;
    if (command === 'z' || command === 'Z') continue;
    if (command === 'h') x += last;
    else if (command === 'v') y += last;
    else [x, y] = [fromX + toX, fromY + toY];
    // The centre, to which the first step is relative, is no corner.
    if (command !== 'M' || !/^M[^a-z]*m/.test(path)) places.push([x, y]);
  }
  return places;
}

function expectNear(places: readonly Place[] | undefined, expected: readonly Place[]): void {
  expect(places).toHaveLength(expected.length);
  for (const [index, [x, y]] of expected.entries()) {
    expect(
      Math.hypot((places?.[index]?.[0] ?? 0) - x, (places?.[index]?.[1] ?? 0) - y),
    ).toBeLessThan(0.1);
  }
}
