import { expect, it } from 'vitest';
import { drugNamed, newDraft, parseStrength, understood } from './medication-draft.ts';

it.each([
  ['100', 100],
  [' 0.125 ', 0.125],
  ['0,125', 0.125],
  ['2,5', 2.5],
  ['', null],
  ['1,000', undefined],
  ['25/100', undefined],
  ['0', undefined],
  ['10001', undefined],
])('reads the strength %j as %j', (text, strength) => {
  expect(parseStrength(text)).toBe(strength);
});

it('finds a drug by its generic and its brand name, ignoring case', () => {
  expect(drugNamed('sinemet ')).toEqual(drugNamed('Levodopa/carbidopa'));
  expect(drugNamed('Amantadine extended release')?.strengths).toEqual([68.5, 129, 137, 193, 258]);
  expect(drugNamed('Grandmother’s tea')).toBeUndefined();
});

it('leaves out of the sentence what is missing or wrong', () => {
  const times = [
    { id: 0, time: '08:00', amount: '1½' },
    { id: 1, time: '12:00', amount: 'some' },
    { id: 2, time: '', amount: '1' },
    { id: 3, time: '08:00', amount: '2' },
  ];
  const draft = { ...newDraft('2026-11-18'), name: 'Madopar', strength: '25/100', times };
  expect(understood(draft, 'id')).toMatchObject({
    name: 'Madopar',
    strength: null,
    isLevodopa: true,
    times: [{ time: '08:00', amount: 1.5 }],
    until: null,
  });
});
