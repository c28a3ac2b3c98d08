import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  type DeleteOutcome,
  deleteSlot,
  NEW_SLOTS,
  recordPast,
  type SlotOutcome,
  type SymptomSlots,
  saveSlots,
  slotCount,
} from './slots.ts';
import { MAX_SLOTS, NO_SYMPTOM_ENTERED, type SlotNumber } from './symptoms.ts';

type Changes = Partial<Record<SlotNumber, string>>;

type Action =
  | { readonly does: 'add' }
  | { readonly does: 'save'; readonly changes: Changes }
  | { readonly does: 'delete'; readonly slot: number }
  | { readonly does: 'past'; readonly names: readonly string[] };

// Few names, so that duplicates and names that differ only in case are frequent.
const aName = fc.constantFrom(
  'Tremor',
  'tremor',
  'TREMOR',
  'Stiffness',
  'stiffness',
  'Pain',
  'Ü',
  'ü',
);
const aText = fc.oneof({ weight: 3, arbitrary: aName }, { weight: 1, arbitrary: fc.constant('') });
const aSlot = fc.constantFrom<SlotNumber>(1, 2, 3, 4, 5);

const anAction: fc.Arbitrary<Action> = fc.oneof(
  fc.constant<Action>({ does: 'add' }),
  fc
    .tuple(aSlot, aText)
    .map(([slot, text]): Action => ({ does: 'save', changes: { [slot]: text } })),
  fc
    .dictionary(aSlot.map(String), aText, { maxKeys: 5 })
    .map((changes): Action => ({ does: 'save', changes: { ...changes } })),
  fc.constantFrom(1, 4, 4, 5, 5, 6).map((slot): Action => ({ does: 'delete', slot })),
  fc.array(aText, { maxLength: 3 }).map((names): Action => ({ does: 'past', names })),
);
const someActions = fc.array(anAction, { maxLength: 40, size: 'max' });

const RUNS = { numRuns: 600 };

it('keeps 3 to 5 slots without gaps, and each name only once, after any sequence of actions', () => {
  fc.assert(
    fc.property(someActions, (actions) => {
      for (const { after } of history(actions)) expectSound(after);
    }),
    RUNS,
  );
});

it('never loses a name that was saved in a slot or recorded as past', () => {
  fc.assert(
    fc.property(someActions, (actions) => {
      const everKept = new Set<string>();
      for (const { action, refused, after } of history(actions)) {
        if (!refused) for (const name of namesIn(action)) everKept.add(name);
        expect([...everKept].filter((name) => !namesOf(after).includes(name))).toEqual([]);
      }
    }),
    RUNS,
  );
});

it('returns no state with a refusal, and never modifies its input', () => {
  fc.assert(
    fc.property(someActions, (actions) => {
      for (const { action, before } of history(actions)) {
        const copy = structuredClone(before);
        const outcome = outcomeOf(before, action);
        expect(before).toEqual(copy);
        if ('refused' in outcome) expect(Object.keys(outcome)).toEqual(['refused']);
      }
    }),
    RUNS,
  );
});

it('saves each text in its own slot and changes no other slot', () => {
  fc.assert(
    fc.property(someActions, (actions) => {
      for (const { action, refused, before, after } of history(actions)) {
        if (refused || action.does !== 'save') continue;
        const expected = before.slots.map((old, i) => action.changes[(i + 1) as SlotNumber] ?? old);
        expect(after.slots).toEqual(expected);
      }
    }),
    RUNS,
  );
});

it('removes exactly one slot with a deletion, and keeps the order of the others', () => {
  fc.assert(
    fc.property(someActions, (actions) => {
      for (const { action, refused, before, after, outcome } of history(actions)) {
        if (refused || action.does !== 'delete') continue;
        const kept = before.slots.toSpliced(action.slot - 1, 1);
        expect(after.slots).toEqual([...kept, null]);
        expect(outcome).toMatchObject({
          newMaxSymptoms: slotCount(before) - 1,
          reordered: action.slot < slotCount(before),
        });
      }
    }),
    RUNS,
  );
});

it('keeps the order in which symptoms became past', () => {
  fc.assert(
    fc.property(someActions, (actions) => {
      for (const { before, after } of history(actions)) {
        const stillPast = before.past.filter((name) => after.past.includes(name));
        expect(after.past.slice(0, stillPast.length)).toEqual(stillPast);
      }
    }),
    RUNS,
  );
});

function expectSound({ slots, past }: SymptomSlots): void {
  expect(slots).toHaveLength(5);
  expect(slots.slice(0, 3)).not.toContain(null);
  if (slots[3] === null) expect(slots[4]).toBeNull();
  const names = slots.filter((slot): slot is string => Boolean(slot));
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
  expect(past.filter((name) => names.includes(name))).toEqual([]);
  expect(new Set(past).size).toBe(past.length);
}

/** Applies the actions to a new account and returns each step. A refused action keeps the state. */
function history(actions: readonly Action[]) {
  let state = NEW_SLOTS;
  return actions.map((action) => {
    const before = frozen(state);
    const outcome = outcomeOf(before, action);
    const refused = 'refused' in outcome;
    if (!refused) state = outcome.state;
    return { action, before, after: state, refused, outcome };
  });
}

function outcomeOf(state: SymptomSlots, action: Action): SlotOutcome | DeleteOutcome {
  switch (action.does) {
    case 'add':
      return saveSlots(state, {
        [Math.min(slotCount(state) + 1, MAX_SLOTS)]: NO_SYMPTOM_ENTERED,
      });
    case 'save':
      return saveSlots(state, action.changes);
    case 'delete':
      return deleteSlot(state, action.slot);
    case 'past':
      return recordPast(state, action.names);
  }
}

function namesIn(action: Action): string[] {
  if (action.does === 'save') return Object.values(action.changes).filter(Boolean);
  return action.does === 'past' ? action.names.filter(Boolean) : [];
}

function namesOf({ slots, past }: SymptomSlots): (string | null)[] {
  return [...slots, ...past];
}

function frozen(state: SymptomSlots): SymptomSlots {
  Object.freeze(state.slots);
  Object.freeze(state.past);
  return Object.freeze(state);
}
