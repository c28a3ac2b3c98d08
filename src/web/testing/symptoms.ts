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
  SYMPTOM_KEYS,
  type SymptomKey,
  slotText,
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
    former = state;
    state = outcome.state;
    revision += 1;
    return undefined;
  };
  return {
    ...answersFor(known),
    getUserProfile: () => profile(),
    updateSymptoms: (input) => {
      if (input.action !== 'single') throw new Error(`${input.action} is not answered here`);
      const slot = Number(input.symptomKey.slice('symptom'.length));
      const saved = saveSlots(state, { [slot]: input.symptomValue });
      return become(saved, input.revision) ?? profile();
    },
    deleteSymptom: ({ symptomNumber, revision: seen }) => {
      const deleted = deleteSlot(state, symptomNumber);
      const refused = become(deleted, seen);
      return refused ?? { newMaxSymptoms: 3, reordered: false, ...deleted, revision };
    },
    undoSymptomChange: ({ revision: seen }) =>
      become({ state: undoChange(state, former, []) }, seen) ?? profile(),
  } satisfies Answers;
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
