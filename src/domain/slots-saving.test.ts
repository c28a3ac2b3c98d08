import { describe, expect, it } from 'vitest';
import { NEW_SLOTS, saveSlots } from './slots.ts';
import { NO_SYMPTOM_ENTERED } from './symptoms.ts';
import { FIVE, FOUR, of, type Slots, saved, THREE } from './testing/slots.ts';

describe('saving a slot', () => {
  it('saves a name in an empty slot', () => {
    expect(saved(saveSlots(NEW_SLOTS, { 2: 'Tremor' }))).toEqual(
      of(['', 'Tremor', '', null, null]),
    );
  });

  it.each([1, 2, 3, 4, 5] as const)('makes the former name of slot %i a past symptom', (slot) => {
    const { slots, past } = saved(saveSlots(of(FIVE, ['Fatigue']), { [slot]: 'Drooling' }));
    expect(slots).toEqual(FIVE.with(slot - 1, 'Drooling'));
    expect(past).toEqual(['Fatigue', FIVE[slot - 1]]);
  });

  it.each([1, 2, 3, 4, 5] as const)(
    'empties slot %i with an empty text, without removing it',
    (slot) => {
      const { slots, past } = saved(saveSlots(of(FIVE), { [slot]: '' }));
      expect(slots).toEqual(FIVE.with(slot - 1, ''));
      expect(past).toEqual([FIVE[slot - 1]]);
    },
  );

  it('changes nothing if the same name is saved again', () => {
    expect(saved(saveSlots(of(FOUR, ['Pain']), { 4: 'Sleep' }))).toEqual(of(FOUR, ['Pain']));
  });

  it('changes nothing without changes', () => {
    expect(saved(saveSlots(of(FOUR, ['Pain']), {}))).toEqual(of(FOUR, ['Pain']));
  });

  it('removes a name from the past symptoms when it returns to a slot', () => {
    expect(saved(saveSlots(of(THREE, ['Pain', 'Sleep']), { 1: 'Pain' }))).toEqual(
      of(['Pain', 'Stiffness', 'Balance', null, null], ['Sleep', 'Tremor']),
    );
  });

  it('keeps the old spelling as past if only the case changes', () => {
    expect(saved(saveSlots(of(THREE), { 1: 'tremor' }))).toEqual(
      of(['tremor', 'Stiffness', 'Balance', null, null], ['Tremor']),
    );
  });

  it('lists a name only once among the past symptoms, even if it leaves a slot twice', () => {
    let state = of(THREE, ['Fatigue']);
    for (const name of ['Pain', 'Tremor', 'Pain', 'Tremor', 'Sleep']) {
      state = saved(saveSlots(state, { 1: name }));
    }
    expect(state.past).toEqual(['Fatigue', 'Pain', 'Tremor']);
  });

  it.each([
    [2, 'Tremor'],
    [2, 'TREMOR'],
    [3, 'tremor'],
    [1, 'stiffNESS'],
  ] as const)('refuses, for slot %i, the name %s of another slot, ignoring case', (slot, name) => {
    expect(saveSlots(of(THREE), { [slot]: name })).toEqual({ refused: 'alreadyTracked' });
  });

  it('accepts two names that are equal only in upper case', () => {
    const { slots } = saved(saveSlots(NEW_SLOTS, { 1: 'Fußschmerz', 2: 'Fussschmerz' }));
    expect(slots).toEqual(['Fußschmerz', 'Fussschmerz', '', null, null]);
  });

  it('lets any number of slots be empty at once', () => {
    expect(saved(saveSlots(of(FIVE), { 1: '', 2: '', 4: '' })).slots).toEqual([
      '',
      '',
      'Balance',
      '',
      'Pain',
    ]);
  });
});

describe('saving a slot that was never created', () => {
  it.each<[Slots, 4 | 5]>([
    [THREE, 4],
    [THREE, 5],
    [FOUR, 5],
  ])('refuses a name: %j, slot %i', (slots, slot) => {
    expect(saveSlots(of(slots), { [slot]: 'Pain' })).toEqual({ refused: 'slotNotCreated' });
  });

  it('refuses an empty text', () => {
    expect(saveSlots(of(THREE), { 4: '' })).toEqual({ refused: 'slotNotCreated' });
  });
});

describe('creating a slot', () => {
  const CREATED = NO_SYMPTOM_ENTERED;

  it('adds an empty slot 4, then an empty slot 5, and keeps the others', () => {
    const four = saved(saveSlots(of(THREE, ['Fatigue']), { 4: CREATED }));
    expect(four).toEqual(of(['Tremor', 'Stiffness', 'Balance', '', null], ['Fatigue']));
    expect(saved(saveSlots(four, { 5: CREATED }))).toEqual(
      of(['Tremor', 'Stiffness', 'Balance', '', ''], ['Fatigue']),
    );
  });

  it('adds both at once', () => {
    expect(saved(saveSlots(of(THREE), { 4: CREATED, 5: CREATED })).slots).toEqual([
      'Tremor',
      'Stiffness',
      'Balance',
      '',
      '',
    ]);
  });

  it('changes nothing if the slot exists and is empty', () => {
    const empty = of(['Tremor', '', '', '', null]);
    expect(saved(saveSlots(empty, { 4: CREATED }))).toEqual(empty);
  });

  it.each<[Slots, 4 | 5, string]>([
    [FOUR, 4, 'symptomsChanged'],
    [FIVE, 4, 'slotsFull'],
    [FIVE, 5, 'slotsFull'],
  ])('never empties a named slot: %j, slot %i', (slots, slot, refused) => {
    expect(saveSlots(of(slots), { [slot]: CREATED })).toEqual({ refused });
  });

  it('refuses slot 5 while slot 4 is missing', () => {
    expect(saveSlots(of(THREE), { 5: CREATED })).toEqual({ refused: 'slotNotCreated' });
  });

  it('empties slots 1 to 3', () => {
    expect(saved(saveSlots(of(THREE), { 1: CREATED }))).toEqual(
      of(['', 'Stiffness', 'Balance', null, null], ['Tremor']),
    );
  });
});

describe('saving several slots at once', () => {
  it('lets two slots swap their names, and neither becomes past', () => {
    expect(saved(saveSlots(of(THREE), { 1: 'Stiffness', 2: 'Tremor' }))).toEqual(
      of(['Stiffness', 'Tremor', 'Balance', null, null]),
    );
  });

  it('lets all five slots rotate their names', () => {
    const round = { 1: 'Pain', 2: 'Tremor', 3: 'Stiffness', 4: 'Balance', 5: 'Sleep' };
    expect(saved(saveSlots(of(FIVE), round))).toEqual(
      of(['Pain', 'Tremor', 'Stiffness', 'Balance', 'Sleep']),
    );
  });

  it('lets a name move to another slot while its old slot is renamed or emptied', () => {
    expect(saved(saveSlots(of(THREE), { 1: 'Pain', 2: 'Tremor' })).past).toEqual(['Stiffness']);
    expect(saved(saveSlots(of(THREE), { 1: '', 2: 'Tremor' })).past).toEqual(['Stiffness']);
  });

  it('refuses the same name for two slots in one save, ignoring case', () => {
    expect(saveSlots(of(THREE), { 1: 'Pain', 3: 'pain' })).toEqual({ refused: 'alreadyTracked' });
  });

  it('saves nothing if one change is refused', () => {
    const before = of(THREE, ['Fatigue']);
    expect(saveSlots(before, { 1: 'Pain', 5: 'Sleep' })).toEqual({ refused: 'slotNotCreated' });
    expect(saveSlots(before, { 1: 'Pain', 2: 'Balance' })).toEqual({ refused: 'alreadyTracked' });
    expect(saveSlots(before, { 4: NO_SYMPTOM_ENTERED, 5: 'Sleep' })).toEqual({
      refused: 'slotNotCreated',
    });
    expect(before).toEqual(of(THREE, ['Fatigue']));
  });
});
