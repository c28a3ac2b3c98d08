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
import { NO_SYMPTOM_ENTERED } from './symptoms.ts';
import { of, THREE } from './testing/slots.ts';

const names = fc.constantFrom(
  'Tremor',
  'Stiffness',
  'Balance',
  'Sleep',
  'Pain',
  'Cramps',
  '',
  NO_SYMPTOM_ENTERED,
);
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
      const former = before.reduce(done, NEW_SLOTS);
      expect(inOrder(undoChange(done(former, last), former, []))).toEqual(inOrder(former));
    }),
  );
});

it('keeps a name that a logged form uses', () => {
  const former = done(NEW_SLOTS, { slot: 1, name: 'Tremor' });
  const renamed = done(former, { slot: 1, name: 'Stiffness' });
  expect(undoChange(renamed, former, ['Stiffness'])).toEqual(of(former.slots, ['Stiffness']));
});

it('keeps a rated name that the change added to the past symptoms', () => {
  expect(undoChange(of(THREE, ['Pain', 'Sleep']), of(THREE), ['Pain'])).toEqual(
    of(THREE, ['Pain']),
  );
});
