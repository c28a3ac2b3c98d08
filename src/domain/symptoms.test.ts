import { expect, it } from 'vitest';
import { SYMPTOM_KEYS, symptomKey } from './symptoms.ts';

it('each slot has its own key, as the calls name it', () => {
  expect(SYMPTOM_KEYS).toEqual(['symptom1', 'symptom2', 'symptom3', 'symptom4', 'symptom5']);
  expect(symptomKey(4)).toBe('symptom4');
});
