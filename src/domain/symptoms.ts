/** The words and limits of symptoms. Sources: SPEC sections 3, 5 and 9, DECISIONS 11 and 18. */

export const SLOT_NUMBERS = [1, 2, 3, 4, 5] as const;
export type SlotNumber = (typeof SLOT_NUMBERS)[number];
export type SymptomKey = `symptom${SlotNumber}`;

export const MIN_SLOTS = 3;
export const MAX_SLOTS = 5;

/** Stands for an empty slot wherever the spec's calls speak of one. */
export const NO_SYMPTOM_ENTERED = 'No Symptom entered';

/** Characters, counted as JavaScript counts them (UTF-16 code units), as an input's `maxlength` does. */
export const MAX_NAME_LENGTH = 100;
export const MAX_NOTES_LENGTH = 10_000;

/** How many names the action 'past' may bring the list to; slots can still add to it. */
export const MAX_PAST_SYMPTOMS = 500;

export const MIN_SEVERITY = 1;
export const MAX_SEVERITY = 5;
export const DEFAULT_SEVERITY = 1;
export const SEVERITIES = [1, 2, 3, 4, 5] as const;

export function symptomKey(slot: SlotNumber): SymptomKey {
  return `symptom${slot}`;
}

export const SYMPTOM_KEYS = SLOT_NUMBERS.map(symptomKey);

/** A slot's text as a call sends it, made plain: trimmed, and '' for 'No Symptom entered'. */
export function slotText(value: string): string {
  const text = value.trim();
  return text === NO_SYMPTOM_ENTERED ? '' : text;
}
