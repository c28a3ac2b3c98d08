import {
  deleteSlot,
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
  const profile = () => ({ ...known.profile, ...told(state), pastSymptoms: [...state.past] });
  const become = (outcome: { state: SymptomSlots } | { refused: Parameters<typeof refuse>[0] }) => {
    if ('refused' in outcome) return refuse(outcome.refused);
    state = outcome.state;
    return undefined;
  };
  return {
    ...answersFor(known),
    getUserProfile: () => profile(),
    updateSymptoms: (input) => {
      if (input.action !== 'single') throw new Error(`${input.action} is not answered here`);
      const slot = Number(input.symptomKey.slice('symptom'.length));
      return become(saveSlots(state, { [slot]: slotText(input.symptomValue) })) ?? profile();
    },
    deleteSymptom: ({ symptomNumber }) => {
      const deleted = deleteSlot(state, symptomNumber);
      return become(deleted) ?? { newMaxSymptoms: 3, reordered: false, ...deleted };
    },
    undoSymptomChange: ({ from, to }) =>
      become(undoChange(state, { from: slotsOf(from), to: slotsOf(to) }, [])) ?? profile(),
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
