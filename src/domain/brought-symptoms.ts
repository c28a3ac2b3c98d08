import { namedSlots, type Slot, type SymptomSlots } from './slots.ts';

/** A person's symptoms as an imported file lists them. */
export interface BroughtSymptoms {
  /** By position, as in `SymptomSlots`; `null` where the file has no value for the slot. */
  readonly slots: SymptomSlots['slots'] | readonly [null, null, null, null, null];
  /** The file's past symptoms, and the symptom names that its forms use. */
  readonly past: readonly string[];
}

/**
 * An account's symptoms after an import. If no slot has a name yet, the account takes over the file's slots;
 * otherwise it keeps its own. Every other name in the file becomes a past symptom.
 */
export function withBrought(state: SymptomSlots, brought: BroughtSymptoms): SymptomSlots {
  const slots = namedSlots(state).length === 0 ? takenOver(state, brought) : state.slots;
  const names = [...state.past, ...brought.past, ...brought.slots];
  const past = names.filter((name): name is string => Boolean(name) && !slots.includes(name));
  return { slots, past: [...new Set(past)] };
}

function takenOver(state: SymptomSlots, brought: BroughtSymptoms): SymptomSlots['slots'] {
  const take = (index: 0 | 1 | 2 | 3 | 4): Slot => brought.slots[index] ?? state.slots[index];
  const five = take(4);
  // Slot 5 cannot exist without slot 4.
  const four = take(3) ?? (five === null ? null : '');
  return [take(0) ?? '', take(1) ?? '', take(2) ?? '', four, five];
}
