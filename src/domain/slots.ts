import { MAX_PAST_SYMPTOMS, MAX_SLOTS, SLOT_NUMBERS, type SlotNumber } from './symptoms.ts';

/**
 * The 3-to-5 slot rules (SPEC sections 4 and 5, DECISIONS 11 to 13).
 *
 * One rule is wider than the spec's: a name that leaves any slot, 4 and 5 included, joins the past
 * symptoms, so that no name a person has ever saved is lost.
 */

/** `null`: never created. `''`: created and empty. Otherwise the symptom's name, trimmed. */
export type Slot = string | null;

export interface SymptomSlots {
  /** By position: slot 1 first. Slots 1 to 3 are never `null`; slot 5 is `null` where slot 4 is. */
  readonly slots: readonly [Slot, Slot, Slot, Slot, Slot];
  /** Names no longer in a slot, oldest first, each once. */
  readonly past: readonly string[];
}

export const NEW_SLOTS: SymptomSlots = { slots: ['', '', '', null, null], past: [] };

/** Why an action is refused; the texts are the spec's and DECISIONS 11's, the keys the contract's codes. */
export const SLOT_REFUSALS = {
  slotNotCreated: 'Cannot save symptom that has not been created yet.',
  slotsFull: 'Only a maximum of 5 symptoms can be entered.',
  slotNotDeletable: 'Can only delete symptom 4 or 5.',
  slotEmpty: 'Cannot delete empty symptom.',
  pastSymptomsFull: `At most ${MAX_PAST_SYMPTOMS} past symptoms can be kept.`,
  alreadyTracked: 'You already track this symptom.',
  slotsChanged: 'Your symptoms were changed somewhere else, so this cannot be undone here.',
} as const;
type SlotRefusal = keyof typeof SLOT_REFUSALS;

export type SlotOutcome = { readonly state: SymptomSlots } | { readonly refused: SlotRefusal };

export type DeleteOutcome =
  | { readonly state: SymptomSlots; readonly newMaxSymptoms: number; readonly reordered: boolean }
  | { readonly refused: SlotRefusal };

/** How many slots are there: 3, 4 or 5. */
export function slotCount({ slots }: SymptomSlots): number {
  return slots.filter((slot) => slot !== null).length;
}

/** The slots that hold a name, in order. */
export function namedSlots({ slots }: SymptomSlots): { slot: SlotNumber; name: string }[] {
  return SLOT_NUMBERS.flatMap((slot) => {
    const name = slots[slot - 1];
    return name ? [{ slot, name }] : [];
  });
}

/** Adds the next slot, empty. */
export function addSlot(state: SymptomSlots): SlotOutcome {
  const next = slotCount(state) + 1;
  if (next > MAX_SLOTS) return { refused: 'slotsFull' };
  return { state: withSlots(state, replaced(state, { [next]: '' })) };
}

/**
 * Saves texts into slots, all or none; `''` empties a slot. The changes are judged together, so two
 * slots may swap their names.
 *
 * An empty text for the slot that would be added next creates it: that is how the spec's calls add one.
 */
export function saveSlots(
  state: SymptomSlots,
  changes: Readonly<Partial<Record<SlotNumber, string>>>,
): SlotOutcome {
  let current = state;
  for (const slot of SLOT_NUMBERS) {
    const text = changes[slot];
    if (text === undefined || current.slots[slot - 1] !== null) continue;
    if (text !== '' || slot !== slotCount(current) + 1) return { refused: 'slotNotCreated' };
    const added = addSlot(current);
    if ('refused' in added) return added;
    current = added.state;
  }
  const slots = replaced(current, changes);
  const names = slots.filter((name) => name).map((name) => name?.toLowerCase());
  if (new Set(names).size < names.length) return { refused: 'alreadyTracked' };
  return { state: withSlots(current, slots) };
}

/** Deletes slot 4 or 5; where slot 4 goes, slot 5 moves to its place (DECISIONS 12). */
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
 * Adds names to the past symptoms (the action 'past'). It never takes one away: the server keeps the
 * list itself, and a client with an older list must not make a name vanish.
 */
export function recordPast(state: SymptomSlots, names: readonly string[]): SlotOutcome {
  const past = mergedPast(state.slots, [...state.past, ...names]);
  if (past.length > MAX_PAST_SYMPTOMS && past.length > state.past.length) {
    return { refused: 'pastSymptomsFull' };
  }
  return { state: { slots: state.slots, past } };
}

/**
 * Undoes a change: slots and past symptoms become what they were before it.
 *
 * @param change.from what the change has led to; refused where they are no longer that
 * @param change.to what they were before
 * @param rated names that forms were logged with; none of them is lost
 */
export function undoChange(
  state: SymptomSlots,
  { from, to }: { readonly from: SymptomSlots; readonly to: SymptomSlots },
  rated: readonly string[],
): SlotOutcome {
  // An account that a file was brought in to may have more, and a change moves no more names than there are slots.
  const mostPast = Math.max(MAX_PAST_SYMPTOMS, from.past.length + MAX_SLOTS);
  if (!isSame(state, from) || !isWhole(to) || to.past.length > mostPast)
    return { refused: 'slotsChanged' };
  const gone = [...from.slots, ...from.past].filter((name) => name && rated.includes(name));
  return {
    state: { slots: to.slots, past: mergedPast(to.slots, [...to.past, ...gone.map(String)]) },
  };
}

function isSame(a: SymptomSlots, b: SymptomSlots): boolean {
  const [past, others] = [new Set(a.past), new Set(b.past)];
  return (
    a.slots.every((name, index) => name === b.slots[index]) &&
    past.size === others.size &&
    [...past].every((name) => others.has(name))
  );
}

/** Whether the rules of slots hold: the first three are there, the fifth only with the fourth, names once. */
function isWhole({ slots }: SymptomSlots): boolean {
  const [one, two, three, four, five] = slots;
  const names = slots.flatMap((name) => (name ? [name.toLowerCase()] : []));
  return (
    [one, two, three].every((slot) => slot !== null) &&
    (four !== null || five === null) &&
    new Set(names).size === names.length
  );
}

function replaced(
  { slots }: SymptomSlots,
  changes: Readonly<Partial<Record<number, string>>>,
): SymptomSlots['slots'] {
  const [one, two, three, four, five] = slots;
  return [
    changes[1] ?? one,
    changes[2] ?? two,
    changes[3] ?? three,
    changes[4] ?? four,
    changes[5] ?? five,
  ];
}

/** The state with these slots; names that left a slot are past, names that came back are not. */
function withSlots(state: SymptomSlots, slots: SymptomSlots['slots']): SymptomSlots {
  const left = state.slots.filter((name): name is string => Boolean(name));
  return { slots, past: mergedPast(slots, [...state.past, ...left]) };
}

function mergedPast(slots: SymptomSlots['slots'], names: readonly string[]): string[] {
  return [...new Set(names)].filter((name) => name && !slots.includes(name));
}
