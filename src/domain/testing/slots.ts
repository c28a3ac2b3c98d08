import {
  type DeleteOutcome,
  SLOT_REFUSALS,
  type SlotOutcome,
  type SymptomSlots,
} from '../slots.ts';

export type Slots = SymptomSlots['slots'];

export const THREE: Slots = ['Tremor', 'Stiffness', 'Balance', null, null];
export const FOUR: Slots = ['Tremor', 'Stiffness', 'Balance', 'Sleep', null];
export const FIVE: Slots = ['Tremor', 'Stiffness', 'Balance', 'Sleep', 'Pain'];

export function of(slots: Slots, past: readonly string[] = []): SymptomSlots {
  return { slots, past };
}

/** The state after a change. Throws if the change was refused. */
export function saved(outcome: SlotOutcome | DeleteOutcome): SymptomSlots {
  if ('refused' in outcome) throw new Error(SLOT_REFUSALS[outcome.refused]);
  return outcome.state;
}
