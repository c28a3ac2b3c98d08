import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isCancelled, isSamePress, type PressPoint, placeOf } from './press-path.ts';

const at = (ms: number, x: number, y = 0): PressPoint => ({ x, y, at: ms });

describe('the point of a press', () => {
  it('is the first point if nothing moved', () => {
    expect(placeOf([at(0, 10, 20)])).toEqual({ x: 10, y: 20 });
    expect(placeOf([at(0, 10, 20), at(180, 10, 20)])).toEqual({ x: 10, y: 20 });
  });

  it('weighs each point by how long the contact stayed there', () => {
    expect(placeOf([at(0, 0), at(150, 40), at(200, 40)])).toEqual({ x: 10, y: 0 });
  });

  it('is the last point if no time has passed', () => {
    expect(placeOf([at(0, 0), at(0, 40)])).toEqual({ x: 40, y: 0 });
  });

  it('is nearer to the target than the last point, over whole periods of oscillation', () => {
    const oscillation = fc.record({
      size: fc.integer({ min: 4, max: 32 }),
      hertz: fc.integer({ min: 4, max: 7 }),
      phase: fc.double({ min: 0, max: 2 * Math.PI, noNaN: true }),
    });
    fc.assert(
      fc.property(oscillation, ({ size, hertz, phase }) => {
        const period = 1000 / hertz;
        const path = Array.from({ length: 21 }, (_, step) => {
          const ms = (step * period) / 20;
          return at(ms, (size / 2) * Math.sin(phase + (2 * Math.PI * ms) / period));
        });
        expect(Math.abs(placeOf(path).x)).toBeLessThan(size / 20);
      }),
    );
  });

  it('lies within the bounds of its points', () => {
    const point = fc.record({ x: fc.integer(), y: fc.integer(), at: fc.nat(2000) });
    fc.assert(
      fc.property(fc.array(point, { minLength: 1 }), (points) => {
        const path = points.toSorted((a, b) => a.at - b.at);
        const { x, y } = placeOf(path);
        for (const [mean, values] of [
          [x, path.map((each) => each.x)],
          [y, path.map((each) => each.y)],
        ] as const) {
          expect(mean).toBeGreaterThanOrEqual(Math.min(...values) - 1e-3);
          expect(mean).toBeLessThanOrEqual(Math.max(...values) + 1e-3);
        }
      }),
    );
  });
});

it('is cancelled by a movement of more than 64 px from its start', () => {
  expect(isCancelled([at(0, 0), at(50, 64), at(100, 0)])).toBe(false);
  expect(isCancelled([at(0, 0), at(50, 64.1), at(100, 0)])).toBe(true);
  expect(isCancelled([at(0, 0, 0), at(50, 46, 46)])).toBe(true);
  // Oscillation never cancels a press, however long it lasts.
  expect(isCancelled(Array.from({ length: 50 }, (_, step) => at(step * 20, (step % 2) * 40)))).toBe(
    false,
  );
});

it('a contact within 350 ms and 120 px of the last is the same press', () => {
  expect(isSamePress(at(1000, 0), at(1349, 0))).toBe(true);
  expect(isSamePress(at(1000, 0), at(1350, 0))).toBe(false);
  expect(isSamePress(at(Number.NEGATIVE_INFINITY, 0), at(0, 0))).toBe(false);
  // A press on another symptom is further away, so it does not count as a repetition.
  expect(isSamePress(at(1000, 0, 0), at(1150, 72, 96))).toBe(true);
  expect(isSamePress(at(1000, 0, 0), at(1150, 73, 96))).toBe(false);
});

it('where the pressed control is gone, a contact within 1.5 s is the same press', () => {
  expect(isSamePress(at(1000, 0), at(2499, 0), true)).toBe(true);
  expect(isSamePress(at(1000, 0), at(2500, 0), true)).toBe(false);
  expect(isSamePress(at(1000, 0, 0), at(1150, 73, 96), true)).toBe(false);
});
