import { recordPast, type SlotOutcome, type SymptomSlots, saveSlots } from '../../domain/slots.ts';
import { SLOT_NUMBERS, type SlotNumber, slotText, symptomKey } from '../../domain/symptoms.ts';
import { formAnswer, ratingsOf } from '../answers/form.ts';
import { profileAnswer } from '../answers/profile.ts';
import { editForm } from '../db/forms.ts';
import { changeSlots, findSheetName } from '../db/profiles.ts';
import { fail } from '../fail.ts';
import { type Call, route } from '../http/route.ts';

type UpdateCall = Call<'updateSymptoms'>;
type Change<Action> = Extract<UpdateCall['input'], { action: Action }>;

export const updateSymptoms = route('updateSymptoms', async (call) => {
  const { input } = call;
  switch (input.action) {
    case 'single':
      return change(call, (slots) =>
        saveSlots(slots, { [slotOf(input.symptomKey)]: slotText(input.symptomValue) }),
      );
    case 'update':
      return change(call, (slots) => saveSlots(slots, textsOf(input)));
    case 'past':
      return change(call, (slots) => ({
        state: recordPast(slots, input.pastSymptoms.map(slotText)),
      }));
    case 'form':
      return edit(call, input);
  }
});

async function change(
  { context, session }: UpdateCall,
  rule: (current: SymptomSlots) => SlotOutcome,
) {
  const apply = (current: SymptomSlots) => {
    const outcome = rule(current);
    if ('refused' in outcome) throw fail(outcome.refused);
    return outcome;
  };
  await changeSlots(context.db, session.userId, apply, context.clock());
  const profile = await profileAnswer(context.db, session);
  if (!profile) throw fail('userNotFound');
  return profile;
}

async function edit({ context, session }: UpdateCall, input: Change<'form'>) {
  const { db, clock } = context;
  const { formNumber } = input.formData;
  const sheetName = await findSheetName(db, session.userId);
  // The contract refuses an edit without a number; a session without a profile has no forms.
  if (formNumber === undefined || sheetName === undefined) throw fail('formNotFound');
  const ratings = ratingsOf(input.formData).map(({ slot, severity, notes }) => ({
    slot,
    severity,
    notes,
  }));
  const edited = await editForm(
    db,
    session.userId,
    { formNumber, version: input.version, ratings },
    clock(),
  );
  if ('refused' in edited) throw fail(edited.refused);
  return formAnswer(edited.form, sheetName);
}

function slotOf(key: Change<'single'>['symptomKey']): SlotNumber {
  return Number(key.slice('symptom'.length)) as SlotNumber;
}

function textsOf(input: Change<'update'>): Partial<Record<SlotNumber, string>> {
  return Object.fromEntries(
    SLOT_NUMBERS.flatMap((slot) => {
      const text = input[symptomKey(slot)];
      return text === undefined ? [] : [[slot, slotText(text)]];
    }),
  );
}
