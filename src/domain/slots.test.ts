import { describe, expect, it } from 'vitest';
import {
  deleteSlot,
  NEW_SLOTS,
  namedSlots,
  recordPast,
  SLOT_REFUSALS,
  slotCount,
} from './slots.ts';
import { slotText } from './symptoms.ts';
import { FIVE, FOUR, of, type Slots, saved, THREE } from './testing/slots.ts';

describe('a new account', () => {
  it('has three empty slots and no past symptoms', () => {
    expect(NEW_SLOTS).toEqual({ slots: ['', '', '', null, null], past: [] });
    expect(slotCount(NEW_SLOTS)).toBe(3);
    expect(namedSlots(NEW_SLOTS)).toEqual([]);
  });
});

describe('refusals', () => {
  it('have the words of the spec', () => {
    expect(SLOT_REFUSALS).toEqual({
      symptomsChanged:
        'Your symptoms were changed on another device. Please check them and try again.',
      slotNotCreated: 'Cannot save symptom that has not been created yet.',
      slotsFull: 'Only a maximum of 5 symptoms can be entered.',
      slotNotDeletable: 'Can only delete symptom 4 or 5.',
      slotEmpty: 'Cannot delete empty symptom.',
      alreadyTracked: 'You already track this symptom.',
      pastSymptomsFull: 'At most 500 past symptoms can be kept.',
    });
  });
});

describe('counting slots', () => {
  it.each<[Slots, number]>([
    [THREE, 3],
    [['', '', '', '', null], 4],
    [FOUR, 4],
    [['', '', '', '', ''], 5],
    [FIVE, 5],
  ])('counts empty slots too: %j has %i', (slots, count) => {
    expect(slotCount(of(slots))).toBe(count);
  });

  it('lists only the named slots, in order, with their numbers', () => {
    expect(namedSlots(of(['', 'Tremor', '', 'Sleep', null]))).toEqual([
      { slot: 2, name: 'Tremor' },
      { slot: 4, name: 'Sleep' },
    ]);
  });
});

describe('deleting a slot', () => {
  it('deletes slot 5 and leaves slot 4', () => {
    expect(deleteSlot(of(FIVE, ['Fatigue']), 5)).toEqual({
      state: of(FOUR, ['Fatigue', 'Pain']),
      newMaxSymptoms: 4,
      reordered: false,
    });
  });

  it('moves slot 5 to slot 4 when slot 4 is deleted', () => {
    expect(deleteSlot(of(FIVE), 4)).toEqual({
      state: of(['Tremor', 'Stiffness', 'Balance', 'Pain', null], ['Sleep']),
      newMaxSymptoms: 4,
      reordered: true,
    });
  });

  it('moves an empty slot 5 to slot 4 as well', () => {
    expect(deleteSlot(of(['Tremor', 'Stiffness', 'Balance', 'Sleep', '']), 4)).toEqual({
      state: of(['Tremor', 'Stiffness', 'Balance', '', null], ['Sleep']),
      newMaxSymptoms: 4,
      reordered: true,
    });
  });

  it('deletes slot 4 if it is the last', () => {
    expect(deleteSlot(of(FOUR), 4)).toEqual({
      state: of(THREE, ['Sleep']),
      newMaxSymptoms: 3,
      reordered: false,
    });
  });

  it.each([1, 2, 3, 0, 6, -1, 4.5, Number.NaN])('refuses slot %d', (slot) => {
    expect(deleteSlot(of(FIVE), slot)).toEqual({ refused: 'slotNotDeletable' });
  });

  it.each<[Slots, number]>([
    [['Tremor', '', '', '', null], 4],
    [['Tremor', '', '', '', 'Pain'], 4],
    [['Tremor', '', '', 'Sleep', ''], 5],
    [THREE, 4],
    [THREE, 5],
    [FOUR, 5],
  ])('refuses an empty slot, or one never created: %j, slot %i', (slots, slot) => {
    expect(deleteSlot(of(slots), slot)).toEqual({ refused: 'slotEmpty' });
  });
});

describe('recording past symptoms', () => {
  it('adds new names after the old ones, without duplicates, and removes none', () => {
    const before = of(THREE, ['Fatigue', 'Pain']);
    expect(saved(recordPast(before, ['Sleep', 'Pain', 'Sleep']))).toEqual(
      of(THREE, ['Fatigue', 'Pain', 'Sleep']),
    );
    expect(recordPast(before, [])).toEqual({ state: before });
  });

  it('refuses to grow beyond 500 names, and keeps a list that is already longer', () => {
    const names = Array.from({ length: 501 }, (_, index) => `Symptom ${index}`);
    expect(recordPast(of(THREE), names)).toEqual({ refused: 'pastSymptomsFull' });
    expect(saved(recordPast(of(THREE), names.slice(1))).past).toHaveLength(500);
    expect(saved(recordPast(of(THREE, names), ['Symptom 0'])).past).toEqual(names);
  });

  it('leaves out a name that is in a slot', () => {
    expect(saved(recordPast(of(THREE), ['Tremor', 'Pain'])).past).toEqual(['Pain']);
  });

  it.each<[string, Slots]>([
    ['with an empty slot', NEW_SLOTS.slots],
    ['with none', THREE],
  ])('never treats an empty text as a name, %s', (_, slots) => {
    expect(saved(recordPast(of(slots), ['', 'Pain'])).past).toEqual(['Pain']);
  });
});

describe('the text of a slot', () => {
  it.each([
    ['  Tremor \n', 'Tremor'],
    ['No Symptom entered', ''],
    [' No Symptom entered ', ''],
    ['   ', ''],
    ['', ''],
    ['No Symptom entered yet', 'No Symptom entered yet'],
  ])('is trimmed, and empty for the words for an empty slot: %j', (value, text) => {
    expect(slotText(value)).toBe(text);
  });
});
