import { expect, it } from 'vitest';
import { listed } from './listed.ts';

it.each([
  [[], ''],
  [['Tremor'], 'Tremor'],
  [['Tremor', 'Stiffness'], 'Tremor and Stiffness'],
  [['Tremor', 'Stiffness', 'Balance'], 'Tremor, Stiffness and Balance'],
])('lists %j as %j', (words, text) => {
  expect(listed(words)).toBe(text);
});
