import {
  MAX_PAST_SYMPTOMS,
  MAX_SLOTS,
  MIN_SLOTS,
  NO_SYMPTOM_ENTERED,
  SLOT_NUMBERS,
  type SlotNumber,
} from './symptoms.ts';

/**
 * The 3-to-5 slot rules (SPEC sections 4 and 5, DECISIONS 11 to 13).
 *
 * One rule goes beyond the spec: a name that leaves any slot, including 4 and 5, joins the past symptoms. So
 * the app never loses a name that a person has saved.
 */

/** `null`: the slot does not exist. `''`: it exists and is empty. Otherwise the symptom's name, trimmed. */
export type Slot = string | null;

export interface SymptomSlots {
  /** By position, slot 1 first. Slots 1 to 3 are never `null`. Slot 5 is `null` if slot 4 is. */
  readonly slots: readonly [Slot, Slot, Slot, Slot, Slot];
  /** Names that are no longer in a slot, oldest first, without duplicates. */
  readonly past: readonly string[];
}

export const NEW_SLOTS: SymptomSlots = { slots: ['', '', '', null, null], past: [] };

/**
 * Why an action is refused. The keys are error codes of the contract; the texts are from the spec and
 * DECISIONS 11 and 29.
 */
export const SLOT_REFUSALS = {
  slotNotCreated: 'Cannot save symptom that has not been created yet.',
  slotsFull: 'Only a maximum of 5 symptoms can be entered.',
  slotNotDeletable: 'Can only delete symptom 4 or 5.',
  slotEmpty: 'Cannot delete empty symptom.',
  pastSymptomsFull: `At most ${MAX_PAST_SYMPTOMS} past symptoms can be kept.`,
  alreadyTracked: 'You already track this symptom.',
  symptomsChanged: 'Your symptoms were changed on another device. Please check them and try again.',
} as const;
type SlotRefusal = keyof typeof SLOT_REFUSALS;

export type SlotOutcome = { readonly state: SymptomSlots } | { readonly refused: SlotRefusal };

export type DeleteOutcome =
  | { readonly state: SymptomSlots; readonly newMaxSymptoms: number; readonly reordered: boolean }
  | { readonly refused: SlotRefusal };

/** The number of created slots: 3, 4 or 5. */
export function slotCount({ slots }: Pick<SymptomSlots, 'slots'>): number {
  return slots.filter((slot) => slot !== null).length;
}

/** The slots that have a name, in slot order. */
export function namedSlots({ slots }: SymptomSlots): { slot: SlotNumber; name: string }[] {
  return SLOT_NUMBERS.flatMap((slot) => {
    const name = slots[slot - 1];
    return name ? [{ slot, name }] : [];
  });
}

/**
 * Saves texts into slots, all or nothing. All texts are checked together, so two slots may swap their names.
 *
 * `''` empties a slot. 'No Symptom entered' empties slots 1 to 3 and creates slots 4 and 5 (DECISIONS 29). If slot 4 or
 * 5 exists already, this text changes nothing in an empty slot, and is refused for a slot with a name.
 */
export function saveSlots(
  state: SymptomSlots,
  texts: Readonly<Partial<Record<SlotNumber, string>>>,
): SlotOutcome {
  let { slots } = state;
  for (const slot of SLOT_NUMBERS) {
    const text = texts[slot];
    if (text === undefined) continue;
    const current = slots[slot - 1];
    const isCreation = slot > MIN_SLOTS && text === NO_SYMPTOM_ENTERED;
    if (current === null && !(isCreation && slot === slotCount({ slots }) + 1)) {
      return { refused: 'slotNotCreated' };
    }
    if (isCreation && current) {
      return { refused: slotCount(state) === MAX_SLOTS ? 'slotsFull' : 'symptomsChanged' };
    }
    slots = replaced(slots, { [slot]: text === NO_SYMPTOM_ENTERED ? '' : text });
  }
  const names = slots.filter((name) => name).map((name) => name?.toLowerCase());
  if (new Set(names).size < names.length) return { refused: 'alreadyTracked' };
  return { state: withSlots(state, slots) };
}

/** Deletes slot 4 or 5. After slot 4 is deleted, slot 5 becomes slot 4 (DECISIONS 12). */
export function deleteSlot(state: SymptomSlots, slot: number): DeleteOutcome {
  if (slot !== 4 && slot !== 5) return { refused: 'slotNotDeletable' };
  if (!state.slots[slot - 1]) return { refused: 'slotEmpty' };
  const [one, two, three, four, five] = state.slots;
  const rest = slot === 4 ? five : four;
  const next = withSlots(state, [one, two, three, rest, null]);
  return {
    state: next,
    newMaxSymptoms: slotCount(next),
    reordered: slot === 4 && five !== null,
  };
}

/**
 * Adds names to the past symptoms (the action 'past'). It never removes a name, because a client with an
 * outdated list must not delete names that the server has.
 */
export function recordPast(state: SymptomSlots, names: readonly string[]): SlotOutcome {
  const past = mergedPast(state.slots, [...state.past, ...names]);
  if (past.length > MAX_PAST_SYMPTOMS && past.length > state.past.length) {
    return { refused: 'pastSymptomsFull' };
  }
  return { state: { slots: state.slots, past } };
}

/**
 * Restores the slots and the past symptoms to their state before the last change.
 *
 * @param former the state before the change
 * @param rated names that logged forms use; such a name becomes a past symptom if it loses its slot
 */
export function undoChange(
  state: SymptomSlots,
  former: SymptomSlots,
  rated: readonly string[],
): SymptomSlots {
  const gone = [...state.slots, ...state.past].filter(
    (name): name is string => name !== null && rated.includes(name),
  );
  return { slots: former.slots, past: mergedPast(former.slots, [...former.past, ...gone]) };
}

function replaced(
  [one, two, three, four, five]: SymptomSlots['slots'],
  changes: Readonly<Partial<Record<number, string>>>,
): SymptomSlots['slots'] {
  return [
    changes[1] ?? one,
    changes[2] ?? two,
    changes[3] ?? three,
    changes[4] ?? four,
    changes[5] ?? five,
  ];
}

/**
 * The state with new slots. Names that left a slot become past symptoms. A past symptom that is in a slot again is
 * removed.
 */
function withSlots(state: SymptomSlots, slots: SymptomSlots['slots']): SymptomSlots {
  const left = state.slots.filter((name): name is string => Boolean(name));
  return { slots, past: mergedPast(slots, [...state.past, ...left]) };
}

function mergedPast(slots: SymptomSlots['slots'], names: readonly string[]): string[] {
  return [...new Set(names)].filter((name) => name && !slots.includes(name));
}
