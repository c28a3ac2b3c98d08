import {
  deleteSlot,
  NEW_SLOTS,
  type Slot,
  type SymptomSlots,
  saveSlots,
  undoChange,
} from '../../domain/slots.ts';
import {
  NO_SYMPTOM_ENTERED,
  SLOT_NUMBERS,
  SYMPTOM_KEYS,
  type SymptomKey,
  slotText,
  symptomKey,
} from '../../domain/symptoms.ts';
import { answersFor, type Known } from './person.ts';
import { type Answers, refuse } from './server.ts';

/** Answers of a server that stores a person's symptoms by the rules of the domain. */
export function symptomKeeper(known: Known) {
  let state = slotsOf(known.profile);
  let former = NEW_SLOTS;
  let { revision } = known.profile;
  const profile = () => ({
    ...known.profile,
    ...told(state),
    pastSymptoms: [...state.past],
    revision,
  });
  type Outcome = { state: SymptomSlots } | { refused: Parameters<typeof refuse>[0] };
  const become = (outcome: Outcome, seen: number | undefined) => {
    if (seen !== undefined && seen !== revision) return refuse('symptomsChanged');
    if ('refused' in outcome) return refuse(outcome.refused);
    if (isDeepEqual(state, outcome.state)) return undefined;
    former = state;
    state = outcome.state;
    revision += 1;
    return undefined;
  };
  return {
    ...answersFor(known),
    getUserProfile: () => profile(),
    updateSymptoms: (input) => {
      if (input.action !== 'single' && input.action !== 'update') {
        throw new Error(`${input.action} is not answered here`);
      }
      const texts: Partial<Record<SymptomKey, string | undefined>> =
        input.action === 'single' ? { [input.symptomKey]: input.symptomValue } : input;
      const changes = SLOT_NUMBERS.flatMap((slot) => {
        const text = texts[symptomKey(slot)];
        return text === undefined ? [] : [[slot, text] as const];
      });
      const before = revision;
      const refused = become(saveSlots(state, Object.fromEntries(changes)), input.revision);
      return refused ?? { ...profile(), undoable: revision !== before };
    },
    deleteSymptom: ({ symptomNumber, revision: seen }) => {
      const deleted = deleteSlot(state, symptomNumber);
      const refused = become(deleted, seen);
      return refused ?? { newMaxSymptoms: 3, reordered: false, ...deleted, profile: profile() };
    },
    undoSymptomChange: ({ revision: seen }) =>
      become({ state: undoChange(state, former, []) }, seen) ?? profile(),
  } satisfies Answers;
}

function isDeepEqual(one: SymptomSlots, other: SymptomSlots): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

type Told = Readonly<Record<SymptomKey, string>> & { readonly pastSymptoms: readonly string[] };

function slotsOf(symptoms: Told): SymptomSlots {
  const slots = SYMPTOM_KEYS.map(
    (key): Slot => (symptoms[key] === '' ? null : slotText(symptoms[key])),
  );
  return { slots: slots as unknown as SymptomSlots['slots'], past: symptoms.pastSymptoms };
}

function told({ slots }: SymptomSlots) {
  const texts = slots.map((slot) => (slot === null ? '' : slot || NO_SYMPTOM_ENTERED));
  return Object.fromEntries(SYMPTOM_KEYS.map((key, index) => [key, texts[index] ?? ''])) as Record<
    SymptomKey,
    string
  >;
}
