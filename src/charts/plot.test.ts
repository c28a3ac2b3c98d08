import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shortened } from './plot.ts';

describe('a shortened text', () => {
  it.each([
    ['Tremor', 6, 'Tremor'],
    ['Tremors', 6, 'Tremo…'],
    ['Rigid arm', 7, 'Rigid…'],
    ['', 6, ''],
    ['😴😴😴', 3, '😴😴😴'],
    ['😴😴😴😴', 3, '😴😴…'],
  ])('%j at %i characters is %j', (text, length, expected) => {
    expect(shortened(text, length)).toBe(expected);
  });

  it('is within the length, starts as the text does, and is complete if it fits', () => {
    const aText = fc.string({ unit: 'grapheme', maxLength: 40 });
    fc.assert(
      fc.property(aText, fc.integer({ min: 2, max: 20 }), (text, length) => {
        const short = shortened(text, length);
        expect([...short].length).toBeLessThanOrEqual(length);
        if ([...text].length <= length) expect(short).toBe(text);
        else {
          expect(short.endsWith('…')).toBe(true);
          expect(text.startsWith(short.slice(0, -1))).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });
});
