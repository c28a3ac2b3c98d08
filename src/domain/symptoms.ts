/** Constants and limits for symptoms. Sources: SPEC sections 3, 5 and 9, DECISIONS 11 and 18. */

export const SLOT_NUMBERS = [1, 2, 3, 4, 5] as const;
export type SlotNumber = (typeof SLOT_NUMBERS)[number];
export type SymptomKey = `symptom${SlotNumber}`;

/** Names that a person can choose with one press (DESIGN). */
export const COMMON_SYMPTOMS = [
  'Tremor',
  'Stiffness',
  'Slowness',
  'Balance',
  'Walking',
  'Freezing',
  'Speech',
  'Sleep',
  'Fatigue',
  'Pain',
] as const;

export const MIN_SLOTS = 3;
export const MAX_SLOTS = 5;

/** The text for an empty slot in the spec's calls. */
export const NO_SYMPTOM_ENTERED = 'No Symptom entered';

/** Lengths in UTF-16 code units, the unit of an input's `maxlength`. */
export const MAX_NAME_LENGTH = 100;
export const MAX_NOTES_LENGTH = 10_000;

/** The maximum number of past symptoms after the action 'past'. Names that leave a slot are added beyond it. */
export const MAX_PAST_SYMPTOMS = 500;

export const MIN_SEVERITY = 1;
export const MAX_SEVERITY = 5;
export const SEVERITIES = [1, 2, 3, 4, 5] as const;

export function symptomKey(slot: SlotNumber): SymptomKey {
  return `symptom${slot}`;
}

export const SYMPTOM_KEYS = SLOT_NUMBERS.map(symptomKey);

/** Normalizes a slot's text from a call: trimmed, and '' instead of 'No Symptom entered'. */
export function slotText(value: string): string {
  const text = value.trim();
  return text === NO_SYMPTOM_ENTERED ? '' : text;
}
