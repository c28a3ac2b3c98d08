import { expect, it } from 'vitest';
import { SYMPTOM_KEYS, symptomKey } from './symptoms.ts';

it('each slot has the key that the calls use', () => {
  expect(SYMPTOM_KEYS).toEqual(['symptom1', 'symptom2', 'symptom3', 'symptom4', 'symptom5']);
  expect(symptomKey(4)).toBe('symptom4');
});
