import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  deleteSlot,
  NEW_SLOTS,
  type SlotOutcome,
  type SymptomSlots,
  saveSlots,
  undoChange,
} from './slots.ts';
import { MAX_PAST_SYMPTOMS, MAX_SLOTS } from './symptoms.ts';
import { FIVE, of, saved, THREE } from './testing/slots.ts';

const names = fc.constantFrom('Tremor', 'Stiffness', 'Balance', 'Sleep', 'Pain', 'Cramps', '');
const action = fc.oneof(
  fc.record({ slot: fc.integer({ min: 1, max: 5 }), name: names }),
  fc.record({ deleted: fc.constantFrom(4, 5) }),
);

function done(state: SymptomSlots, each: { slot: number; name: string } | { deleted: number }) {
  const outcome: SlotOutcome =
    'deleted' in each
      ? deleteSlot(state, each.deleted)
      : saveSlots(state, { [each.slot]: each.name });
  return 'refused' in outcome ? state : outcome.state;
}

const inOrder = ({ slots, past }: SymptomSlots) => ({ slots, past: [...past].sort() });

it('undoing any change restores the state before it', () => {
  fc.assert(
    fc.property(fc.array(action), action, (before, last) => {
      const to = before.reduce(done, NEW_SLOTS);
      const from = done(to, last);
      const undone = undoChange(from, { from, to }, []);
      expect('state' in undone && inOrder(undone.state)).toEqual(inOrder(to));
    }),
  );
});

it('keeps a name that a logged form uses', () => {
  const to = done(NEW_SLOTS, { slot: 1, name: 'Tremor' });
  const from = done(to, { slot: 1, name: 'Stiffness' });
  expect(undoChange(from, { from, to }, ['Stiffness'])).toEqual({
    state: { slots: to.slots, past: ['Stiffness'] },
  });
});

it('is refused if the symptoms were changed since', () => {
  const to = done(NEW_SLOTS, { slot: 1, name: 'Tremor' });
  const from = done(to, { slot: 1, name: 'Stiffness' });
  const since = done(from, { slot: 2, name: 'Balance' });
  expect(undoChange(since, { from, to }, [])).toEqual({ refused: 'slotsChanged' });
});

it('restores a fifth slot', () => {
  const to = of(FIVE);
  const from = saved(deleteSlot(to, 5));
  expect(saved(undoChange(from, { from, to }, []))).toEqual(to);
});

it('is refused if the past symptoms differ from those after the change', () => {
  const to = of(THREE, ['Pain']);
  const from = of(THREE, ['Pain', 'Cramps']);
  for (const past of [['Pain'], ['Pain', 'Sleep'], ['Pain', 'Cramps', 'Sleep']]) {
    expect(undoChange(of(THREE, past), { from, to }, [])).toEqual({ refused: 'slotsChanged' });
  }
});

it('restores two names that are equal only in upper case', () => {
  const to = of(['Fußschmerz', 'Fussschmerz', '', null, null]);
  expect(saved(undoChange(NEW_SLOTS, { from: NEW_SLOTS, to }, []))).toEqual(to);
});

it.each([
  ['500', 0, MAX_PAST_SYMPTOMS],
  ['the number after an import, plus one for each slot', 600, 600 + MAX_SLOTS],
])('restores at most this many past symptoms: %s', (_, now, most) => {
  const from = of(THREE, pastNames(now));
  const undone = undoChange(from, { from, to: of(THREE, pastNames(most)) }, []);
  expect(saved(undone).past).toHaveLength(most);
  expect(undoChange(from, { from, to: of(THREE, pastNames(most + 1)) }, [])).toEqual({
    refused: 'slotsChanged',
  });
});

function pastNames(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `Past ${index}`);
}

it.each([
  ['the same name twice', ['Tremor', 'tremor', '', null, null]],
  ['a fifth slot without a fourth', ['Tremor', '', '', null, 'Pain']],
  ['a missing first slot', [null, '', '', null, null]],
] as const)('never restores %s', (_, slots) => {
  const to = { slots, past: [] };
  expect(undoChange(NEW_SLOTS, { from: NEW_SLOTS, to }, [])).toEqual({ refused: 'slotsChanged' });
});
