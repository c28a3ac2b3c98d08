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

it('undoing any change leads back to what was before it', () => {
  fc.assert(
    fc.property(fc.array(action), action, (before, last) => {
      const to = before.reduce(done, NEW_SLOTS);
      const from = done(to, last);
      const undone = undoChange(from, { from, to }, []);
      expect('state' in undone && inOrder(undone.state)).toEqual(inOrder(to));
    }),
  );
});

it('loses no name that a form was logged with', () => {
  const to = done(NEW_SLOTS, { slot: 1, name: 'Tremor' });
  const from = done(to, { slot: 1, name: 'Stiffness' });
  expect(undoChange(from, { from, to }, ['Stiffness'])).toEqual({
    state: { slots: to.slots, past: ['Stiffness'] },
  });
});

it('is refused where the symptoms were changed since', () => {
  const to = done(NEW_SLOTS, { slot: 1, name: 'Tremor' });
  const from = done(to, { slot: 1, name: 'Stiffness' });
  const since = done(from, { slot: 2, name: 'Balance' });
  expect(undoChange(since, { from, to }, [])).toEqual({ refused: 'slotsChanged' });
});

it.each([
  ['the same name twice', ['Tremor', 'tremor', '', null, null]],
  ['a fifth without a fourth', ['Tremor', '', '', null, 'Pain']],
  ['a first that is not there', [null, '', '', null, null]],
] as const)('never leads to %s', (_, slots) => {
  const to = { slots, past: [] };
  expect(undoChange(NEW_SLOTS, { from: NEW_SLOTS, to }, [])).toEqual({ refused: 'slotsChanged' });
});
