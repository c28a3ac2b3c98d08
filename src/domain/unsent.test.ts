import { expect, it } from 'vitest';
import { countOf, unsentWords } from './unsent.ts';

const NONE = { forms: 0, doses: 0, checkIns: 0, diary: 0, visits: 0 };

it.each([
  ['', {}],
  ['1 form', { forms: 1 }],
  ['2 forms and 1 dose', { forms: 2, doses: 1 }],
  ['1 form, 2 check-ins and 3 entries in the diary', { forms: 1, checkIns: 2, diary: 3 }],
])('counts the entries of all kinds: %s', (words, some) => {
  const unsent = { ...NONE, ...some };
  expect(unsentWords(unsent)).toBe(words);
  expect(countOf(unsent)).toBe(Object.values(some).reduce((sum, each) => sum + each, 0));
});
