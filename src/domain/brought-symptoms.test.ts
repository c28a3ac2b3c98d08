import { describe, expect, it } from 'vitest';
import { withBrought } from './brought-symptoms.ts';
import { NEW_SLOTS, type SymptomSlots } from './slots.ts';

const NOTHING = [null, null, null, null, null] as const;

describe('symptoms that a file brings', () => {
  it('are taken over where no slot has a name', () => {
    const slots: SymptomSlots['slots'] = ['Tremor', '', 'Balance', '', 'Cramps'];
    const brought = { slots, past: ['Fatigue', 'Tremor'] };
    expect(withBrought(NEW_SLOTS, brought)).toEqual({ slots, past: ['Fatigue'] });
  });

  it('leave slots that have names, and are past symptoms there', () => {
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

  it('keep slots that are there, though the file has fewer', () => {
    const state: SymptomSlots = { slots: ['', '', '', '', ''], past: ['Cramps'] };
    const brought = { slots: ['Tremor', 'Balance', null, null, null] as const, past: [] };
    expect(withBrought(state, brought)).toEqual({
      slots: ['Tremor', 'Balance', '', '', ''],
      past: ['Cramps'],
    });
  });

  it('bring slot 4 with slot 5', () => {
    const brought = { slots: ['', '', '', null, 'Cramps'] as const, past: [] };
    expect(withBrought(NEW_SLOTS, brought).slots).toEqual(['', '', '', '', 'Cramps']);
  });

  it('may be none', () => {
    expect(withBrought(NEW_SLOTS, { slots: NOTHING, past: [] })).toEqual(NEW_SLOTS);
  });

  it('tell past names apart by their case, as the past symptoms do', () => {
    const state: SymptomSlots = { slots: ['Tremor', '', '', null, null], past: [] };
    expect(withBrought(state, { slots: NOTHING, past: ['tremor'] }).past).toEqual(['tremor']);
  });
});
