import { expect, it } from 'vitest';
import { type Figures, figuresOf, judge, tableOf } from './figures.ts';

const GOOD: Figures = {
  control: 'row',
  sigma: 24,
  forms: 100,
  rightAtFirst: 0.72,
  savedRightOnce: 1,
  savedTwice: 0,
  lost: 0,
  presses: 4.5,
  scrolls: 100,
  changedByScroll: 0.01,
};

function missed(change: Partial<Figures>): string[] {
  return judge([{ ...GOOD, ...change }])
    .filter(({ isMet }) => !isMet)
    .map(({ what }) => what);
}

it('an aim that is just met is met', () => {
  expect(missed({})).toEqual([]);
  expect(judge([GOOD])).toHaveLength(6);
});

it.each<[Partial<Figures>, string]>([
  [{ savedRightOnce: 0.99 }, 'saved right and once: 100 % up to 24 px'],
  [{ sigma: 32, savedRightOnce: 0.98 }, 'saved right and once: 99 % up to 32 px'],
  [{ rightAtFirst: 0.71 }, 'right at the first press: at most 5 points less than on 2026-11-23'],
  [
    { control: 'large', rightAtFirst: 0.85 },
    'right at the first press: at most 5 points less than on 2026-11-23',
  ],
  [{ presses: 4.51 }, 'at most 4.5 presses a form at 24 px'],
  [{ savedTwice: 1 }, 'no form saved twice'],
  [{ lost: 1 }, 'no form lost'],
  [{ changedByScroll: 0.02 }, 'at most 1 % of the scrolls change a severity'],
])('%o misses an aim', (change, aim) => {
  expect(missed(change)).toEqual([aim]);
});

it('an aim is missed if one row misses it, and no aim applies to a native range', () => {
  expect(judge([GOOD, { ...GOOD, lost: 1 }])).toContainEqual({
    what: 'no form lost',
    isMet: false,
  });
  expect(judge([{ ...GOOD, control: 'native', lost: 9 }])).toEqual([]);
});

it('the table sums up forms and scrolls', () => {
  const right = {
    rightAtFirst: 3,
    symptoms: 3,
    savedRightOnce: true,
    savedTwice: false,
    lost: false,
    presses: 3,
  };
  const lost = { ...right, rightAtFirst: 2, savedRightOnce: false, lost: true, presses: 5 };
  const figures = figuresOf({ control: 'large', sigma: 8 }, [right, right, lost], [false, true]);
  expect(tableOf([figures]).split('\n').at(-1)).toBe(
    "| 8 px | our stops, 'Large controls' | 3 | 66.7 % | 88.9 % | 0 | 1 | 3.67 | 50 % of 2 |",
  );
});
