import { expect, it } from 'vitest';
import { resultOf } from './figure.ts';
import { tableOf } from './table.ts';

const figure = { figure: 'saves', reference: 'bare', unit: '/s', ratioAim: { atLeast: 8 } };
const rowOf = (rounds: { ours: number; reference: number }[]) =>
  tableOf([resultOf({ ...figure, rounds })]).split('\n')[2];

it('the ratio, which is what is judged, is shown with its spread', () => {
  const rounds = [
    { ours: 80, reference: 10 },
    { ours: 90, reference: 10 },
    { ours: 70, reference: 10 },
  ];
  expect(rowOf(rounds)).toBe(
    '| saves | 80 /s (70 to 90) | 10 /s: bare | 8 (7 to 9) | at least 8 | met |',
  );
});

it('what could not be taken is said to be so, and neither met nor missed', () => {
  expect(rowOf([])).toBe('| saves | not taken | - | - | at least 8 |  |');
});
