import { namedSlots, type Slot, type SymptomSlots } from './slots.ts';

/** A person's symptoms as an imported file lists them. */
export interface ImportedSymptoms {
  /** By position, as in `SymptomSlots`; `null` where the file has no value for the slot. */
  readonly slots: SymptomSlots['slots'] | readonly [null, null, null, null, null];
  /** The file's past symptoms, and the symptom names that its forms use. */
  readonly past: readonly string[];
}

/**
 * An account's symptoms after an import. If no slot has a name yet, the account takes over the file's slots;
 * otherwise it keeps its own. Every other name in the file becomes a past symptom.
 */
export function mergeImported(state: SymptomSlots, imported: ImportedSymptoms): SymptomSlots {
  const slots = namedSlots(state).length === 0 ? takenOver(state, imported) : state.slots;
  const names = [...state.past, ...imported.past, ...imported.slots];
  const past = names.filter((name): name is string => Boolean(name) && !slots.includes(name));
  return { slots, past: [...new Set(past)] };
}

function takenOver(state: SymptomSlots, imported: ImportedSymptoms): SymptomSlots['slots'] {
  const take = (index: 0 | 1 | 2 | 3 | 4): Slot => imported.slots[index] ?? state.slots[index];
  const five = take(4);
  // Slot 5 cannot exist without slot 4.
  const four = take(3) ?? (five === null ? null : '');
  return [take(0) ?? '', take(1) ?? '', take(2) ?? '', four, five];
}
