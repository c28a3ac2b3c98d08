import { describe, expect, it } from 'vitest';
import { withBrought } from './brought-symptoms.ts';
import { NEW_SLOTS, type SymptomSlots } from './slots.ts';

const NOTHING = [null, null, null, null, null] as const;

describe('the symptoms of an imported file', () => {
  it('fill the slots if no slot has a name', () => {
    const slots: SymptomSlots['slots'] = ['Tremor', '', 'Balance', '', 'Cramps'];
    const brought = { slots, past: ['Fatigue', 'Tremor'] };
    expect(withBrought(NEW_SLOTS, brought)).toEqual({ slots, past: ['Fatigue'] });
  });

  it('become past symptoms if a slot has a name', () => {
    const state: SymptomSlots = { slots: ['Tremor', '', '', '', null], past: ['Cramps'] };
    const brought = {
      slots: ['Balance', 'Tremor', '', null, null] as const,
      past: ['Cramps', 'Fatigue', 'Fatigue'],
    };
    expect(withBrought(state, brought)).toEqual({
      slots: state.slots,
      past: ['Cramps', 'Fatigue', 'Balance'],
    });
  });

  it('keep all slots of the account if the file has fewer', () => {
    const state: SymptomSlots = { slots: ['', '', '', '', ''], past: ['Cramps'] };
    const brought = { slots: ['Tremor', 'Balance', null, null, null] as const, past: [] };
    expect(withBrought(state, brought)).toEqual({
      slots: ['Tremor', 'Balance', '', '', ''],
      past: ['Cramps'],
    });
  });

  it('create slot 4 along with slot 5', () => {
    const brought = { slots: ['', '', '', null, 'Cramps'] as const, past: [] };
    expect(withBrought(NEW_SLOTS, brought).slots).toEqual(['', '', '', '', 'Cramps']);
  });

  it('may be empty', () => {
    expect(withBrought(NEW_SLOTS, { slots: NOTHING, past: [] })).toEqual(NEW_SLOTS);
  });

  it('are compared with past symptoms by case', () => {
    const state: SymptomSlots = { slots: ['Tremor', '', '', null, null], past: [] };
    expect(withBrought(state, { slots: NOTHING, past: ['tremor'] }).past).toEqual(['tremor']);
  });
});
