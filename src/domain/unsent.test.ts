import { expect, it } from 'vitest';
import { countOf, KIND_NAMES, sumOf, unsentOf, unsentWords, without } from './unsent.ts';

const NONE = unsentOf(() => 0);

it.each([
  [{}, ''],
  [{ forms: 1 }, '1 form'],
  [{ diary: 2 }, '2 diary entries'],
  [{ doses: 1, checkIns: 3 }, '1 dose and 3 check-ins'],
  [{ forms: 1, doses: 2, visits: 1 }, '1 form, 2 doses and 1 visit'],
])('names the unsent entries %j: %s', (counts, words) => {
  expect(unsentWords({ ...NONE, ...counts })).toBe(words);
});

it('counts the unsent entries of all kinds and trackers', () => {
  const all = unsentOf(() => 1);
  const sum = sumOf([all, { ...NONE, visits: 4 }]);
  expect(sum).toEqual({ ...all, visits: 5 });
  expect(countOf(sum)).toBe(KIND_NAMES.length + 4);
  expect(sumOf([])).toEqual(NONE);
});

it('counts what remains without some of the entries', () => {
  const some = { ...NONE, doses: 1, forms: 1 };
  expect(without({ ...NONE, doses: 3, visits: 1 }, some)).toEqual({ ...NONE, doses: 2, visits: 1 });
});
