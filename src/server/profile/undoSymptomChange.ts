import type { Parsed } from '../../contract/endpoints.ts';
import { type Slot, type SymptomSlots, undoChange } from '../../domain/slots.ts';
import { SYMPTOM_KEYS, slotText } from '../../domain/symptoms.ts';
import { findRatedNames } from '../forms/queries/forms.ts';
import { fail } from '../platform/http/fail.ts';
import { route } from '../platform/http/route.ts';
import { changeSlots } from './queries/profiles.ts';
import { profileAnswer } from './serializer.ts';

export const undoSymptomChange = route('undoSymptomChange', async ({ context, input, session }) => {
  const { db, clock } = context;
  const { userId } = session;
  const change = { from: slotsOf(input.from), to: slotsOf(input.to) };
  const rated = await findRatedNames(db, userId);
  const undo = (current: SymptomSlots) => {
    const outcome = undoChange(current, change, rated);
    if ('refused' in outcome) throw fail(outcome.refused);
    return outcome;
  };
  await changeSlots(db, userId, undo, clock());
  const profile = await profileAnswer(db, session);
  if (!profile) throw fail('userNotFound');
  return profile;
});

/** Parses the slots of a profile, in which '' is a slot that was never created. */
function slotsOf(symptoms: Parsed<'undoSymptomChange'>['from']): SymptomSlots {
  const slots = SYMPTOM_KEYS.map(
    (key): Slot => (symptoms[key] === '' ? null : slotText(symptoms[key])),
  );
  return { slots: slots as unknown as SymptomSlots['slots'], past: symptoms.pastSymptoms };
}
