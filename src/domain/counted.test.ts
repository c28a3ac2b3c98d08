import { expect, it } from 'vitest';
import { counted } from './counted.ts';

it.each([
  [0, '0 days'],
  [1, '1 day'],
  [2, '2 days'],
  [1095, '1,095 days'],
])('counts %d', (count, text) => {
  expect(counted(count, 'day')).toBe(text);
});

it('takes the word for several', () => {
  expect(counted(2, 'diary entry', 'diary entries')).toBe('2 diary entries');
});
