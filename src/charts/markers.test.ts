import { expect, it } from 'vitest';
import { markerPath } from './markers.ts';
import { MARKERS } from './series-style.ts';

it('every marker has a different path', () => {
  const paths = MARKERS.map(markerPath);
  expect(new Set(paths).size).toBe(MARKERS.length);
  for (const path of paths) expect(path).toMatch(/^M/);
});
