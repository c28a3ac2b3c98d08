import { describe, expect, it } from 'vitest';
import { mergeImported } from './imported-symptoms.ts';
import { NEW_SLOTS, type SymptomSlots } from './slots.ts';

const NOTHING = [null, null, null, null, null] as const;

describe('the symptoms of an imported file', () => {
  it('fill the slots if no slot has a name', () => {
    const slots: SymptomSlots['slots'] = ['Tremor', '', 'Balance', '', 'Cramps'];
    const imported = { slots, past: ['Fatigue', 'Tremor'] };
    expect(mergeImported(NEW_SLOTS, imported)).toEqual({ slots, past: ['Fatigue'] });
  });

  it('become past symptoms if a slot has a name', () => {
    const state: SymptomSlots = { slots: ['Tremor', '', '', '', null], past: ['Cramps'] };
    const imported = {
      slots: ['Balance', 'Tremor', '', null, null] as const,
      past: ['Cramps', 'Fatigue', 'Fatigue'],
    };
    expect(mergeImported(state, imported)).toEqual({
      slots: state.slots,
      past: ['Cramps', 'Fatigue', 'Balance'],
    });
  });

  it('keep all slots of the account if the file has fewer', () => {
    const state: SymptomSlots = { slots: ['', '', '', '', ''], past: ['Cramps'] };
    const imported = { slots: ['Tremor', 'Balance', null, null, null] as const, past: [] };
    expect(mergeImported(state, imported)).toEqual({
      slots: ['Tremor', 'Balance', '', '', ''],
      past: ['Cramps'],
    });
  });

  it('create slot 4 along with slot 5', () => {
    const imported = { slots: ['', '', '', null, 'Cramps'] as const, past: [] };
    expect(mergeImported(NEW_SLOTS, imported).slots).toEqual(['', '', '', '', 'Cramps']);
  });

  it('may be empty', () => {
    expect(mergeImported(NEW_SLOTS, { slots: NOTHING, past: [] })).toEqual(NEW_SLOTS);
  });

  it('are compared with past symptoms by case', () => {
    const state: SymptomSlots = { slots: ['Tremor', '', '', null, null], past: [] };
    expect(mergeImported(state, { slots: NOTHING, past: ['tremor'] }).past).toEqual(['tremor']);
  });
});
