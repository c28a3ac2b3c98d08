import { namedSlots, type Slot, type SymptomSlots } from './slots.ts';

/** What a file says of someone's symptoms. */
export interface BroughtSymptoms {
  /** By position, as in `SymptomSlots`; `null` for a slot of which the file says nothing. */
  readonly slots: SymptomSlots['slots'] | readonly [null, null, null, null, null];
  /** Past symptoms, and the names that forms of the file were logged with. */
  readonly past: readonly string[];
}

/**
 * The symptoms of an account into which a file is brought. Where no slot has a name yet, the file's slots
 * are taken over. Otherwise the slots stay as they are. Names that are in no slot then are past symptoms.
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
  // Slot 5 is there only with slot 4.
  const four = take(3) ?? (five === null ? null : '');
  return [take(0) ?? '', take(1) ?? '', take(2) ?? '', four, five];
}
