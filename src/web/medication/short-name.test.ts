import { expect, it } from 'vitest';
import { shortName } from './short-name.ts';

const named = (medicationId: string, name: string, strength: number | null = 100) => ({
  medicationId,
  name,
  strength,
  unit: 'mg',
});

it.each([
  ['Levodopa/carbidopa', 'Levodopa'],
  ['Rasagiline', 'Rasagiline'],
  ['Rotigotine (patch)', 'Rotigotine'],
  ['Vitamin D 1000', 'Vitamin D'],
  ['Vitamin B12', 'Vitamin B12'],
  ['/5', '/5'],
])('calls %s %s', (name, short) => {
  expect(shortName(named('a', name), [named('a', name), named('b', 'Amantadine')])).toBe(short);
});

it('uses the whole name if another medication begins like it', () => {
  const both = [named('a', 'Levodopa/carbidopa'), named('b', 'levodopa/benserazide', 200)];
  expect(both.map((each) => shortName(each, both))).toEqual([
    'Levodopa/carbidopa 100 mg',
    'levodopa/benserazide 200 mg',
  ]);
});
