import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hueDistance, MARKERS, type SeriesStyle, seriesStyles } from './series-style.ts';

const someNames = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 30 }), { maxLength: 12 });
const RUNS = { numRuns: 600 };

/** Names, grouped by the hue that is computed from each, so that tests can choose names whose hues clash. */
const namesByHue = Map.groupBy(
  Array.from({ length: 8000 }, (_, number) => `symptom ${number}`),
  (name) => style([name], 0).hue,
);
const aHue = fc.constantFrom(...namesByHue.keys());

describe('the style of a name', () => {
  it('has a hue on the colour circle', () => {
    fc.assert(
      fc.property(someNames, (names) => {
        for (const { hue } of seriesStyles(names)) {
          expect(Number.isInteger(hue)).toBe(true);
          expect(hue).toBeGreaterThanOrEqual(0);
          expect(hue).toBeLessThan(360);
        }
      }),
      RUNS,
    );
  });

  it('is the same every time for the same list', () => {
    fc.assert(
      fc.property(someNames, (names) => {
        expect(seriesStyles([...names])).toEqual(seriesStyles(names));
      }),
      RUNS,
    );
  });

  // A change of these values would change the colours of every patient's charts.
  it('is stable across releases', () => {
    expect(seriesStyles(['Tremor', 'Stiffness', 'Balance'])).toEqual([
      { hue: 348, marker: 'circle', dash: '' },
      { hue: 88, marker: 'square', dash: '10 6' },
      { hue: 171, marker: 'triangle', dash: '2 6' },
    ]);
  });

  it.each<[string, number, number, number, number[]]>([
    ['with a distance that is just enough', 3000, 3, 0, [203, 24, 339]],
    ['with two hues equally far from the others', 60_000, 6, 0, [194, 117, 334, 68, 251, 17]],
    ['without room for the ninth', 0, 9, 0, [272, 91, 185, 4, 138, 317, 44, 230, 163]],
    ['without any room', 0, 128, 127, [57]],
  ])('has a stable hue %s', (_, firstNumber, count, from, hues) => {
    const names = Array.from({ length: count }, (_, index) => `symptom ${firstNumber + index}`);
    expect(
      seriesStyles(names)
        .map(({ hue }) => hue)
        .slice(from),
    ).toEqual(hues);
  });

  it('stays the same when names are appended', () => {
    fc.assert(
      fc.property(someNames, fc.nat(), (names, cut) => {
        const before = names.slice(0, cut % (names.length + 1));
        expect(seriesStyles(names).slice(0, before.length)).toEqual(seriesStyles(before));
      }),
      RUNS,
    );
  });

  it('has different hues for names that differ by a letter', () => {
    expect(style(['Tremor'], 0).hue).not.toBe(style(['tremor'], 0).hue);
    expect(namesByHue.size).toBeGreaterThan(350);
  });
});

describe('symptoms shown together', () => {
  it('differ by at least 40 degrees of hue, for up to five symptoms with any names', () => {
    const upToFive = fc.uniqueArray(fc.string({ maxLength: 100 }), { maxLength: 5 });
    fc.assert(fc.property(upToFive, expectClearHues), RUNS);
  });

  it('differ by at least 40 degrees of hue even if their own hues clash', () => {
    const clashing = fc
      .tuple(aHue, fc.array(fc.integer({ min: -5, max: 5 }), { minLength: 5, maxLength: 5 }))
      .map(([hue, shifts]) => distinctNames(shifts.map((shift) => (hue + shift + 360) % 360)));
    fc.assert(fc.property(clashing, expectClearHues), RUNS);
  });

  it('differ by at least 40 degrees of hue even if four hues are 90 degrees apart', () => {
    const near = fc.integer({ min: -8, max: 8 });
    const square = fc
      .tuple(aHue, near, near, near, aHue)
      .map(([first, second, third, fourth, fifth]) =>
        distinctNames([
          first,
          first + 90 + second,
          first + 180 + third,
          first + 270 + fourth,
          fifth,
        ]),
      );
    fc.assert(fc.property(square, expectClearHues), RUNS);
  });

  it('differ in marker, up to six', () => {
    const styles = seriesStyles(MARKERS.map((_, number) => `symptom ${number}`));
    expect(new Set(styles.map(({ marker }) => marker)).size).toBe(MARKERS.length);
  });

  it('differ in dash, up to five', () => {
    const styles = seriesStyles(['a', 'b', 'c', 'd', 'e']);
    expect(new Set(styles.map(({ dash }) => dash)).size).toBe(5);
    expect(styles[0]?.dash).toBe('');
  });

  it('differ by marker and dash together, up to thirty', () => {
    const upToThirty = fc.uniqueArray(fc.string({ maxLength: 20 }), { maxLength: 30 });
    fc.assert(
      fc.property(upToThirty, (names) => {
        const pairs = seriesStyles(names).map(({ marker, dash }) => `${marker} ${dash}`);
        expect(new Set(pairs).size).toBe(names.length);
      }),
      { numRuns: 200 },
    );
  });
});

describe('the distance of two hues', () => {
  it.each([
    [0, 0, 0],
    [10, 350, 20],
    [350, 10, 20],
    [0, 180, 180],
    [90, 271, 179],
    [0, 359, 1],
  ])('is the shorter way round the circle: %i and %i are %i apart', (one, other, distance) => {
    expect(hueDistance(one, other)).toBe(distance);
  });
});

function expectClearHues(names: readonly string[]): void {
  const hues = seriesStyles(names).map(({ hue }) => hue);
  for (const [index, hue] of hues.entries()) {
    for (const other of hues.slice(index + 1)) {
      expect([hueDistance(hue, other) >= 40, hues]).toEqual([true, hues]);
    }
  }
}

/** A different name for each hue. Skips a hue for which no unused name is left. */
function distinctNames(hues: readonly number[]): string[] {
  const names: string[] = [];
  for (const hue of hues) {
    const name = namesByHue.get(((hue % 360) + 360) % 360)?.find((each) => !names.includes(each));
    if (name !== undefined) names.push(name);
  }
  return names;
}

function style(names: readonly string[], index: number): SeriesStyle {
  return seriesStyles(names)[index] as SeriesStyle;
}
