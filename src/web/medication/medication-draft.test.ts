import { expect, it } from 'vitest';
import {
  amountLabel,
  dayTotal,
  drugNamed,
  type MedicationDraft,
  newDraft,
  parseStrength,
  understood,
} from './medication-draft.ts';

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

it.each<[string, Partial<MedicationDraft>]>([
  ['How many pills', { name: 'Grandmother’s tea' }],
  ['How many tablets', { name: 'Rasagiline' }],
  ['How many patches', { name: 'Rotigotine' }],
  ['How many doses', { name: 'Apomorphine' }],
  ['How many doses', { form: 'liquid' }],
  ['How many films', { form: 'film' }],
  ['How many tablets', { form: 'dispersible tablet', strength: '50' }],
  ['How many of 0.5 mg', { strength: '0,5' }],
  ['How many of 0.5 mg', { strength: '0.5', form: 'liquid' }],
])('asks %j for %o', (label, typed) => {
  expect(amountLabel({ ...newDraft('2026-11-18'), ...typed })).toBe(label);
});

it.each<[string, Partial<MedicationDraft>]>([
  ['That is 3 a day, 1.5 mg.', { strength: '0.5' }],
  ['That is 3 a day.', {}],
  ['That is 3 a day.', { strength: '2', unit: 'mg/24 h' }],
  ['That is 3 a day, 9.', { strength: '3', unit: '' }],
  ['', { strength: '0.5', asNeeded: true }],
  ['', { strength: '0.5', times: [] }],
])('adds up to %j with %o', (total, typed) => {
  const times = ['08:00', '14:00', '20:00'].map((time, id) => ({ id, time, amount: '1' }));
  expect(dayTotal(understood({ ...newDraft('2026-11-18'), times, ...typed }, 'id'))).toBe(total);
});
