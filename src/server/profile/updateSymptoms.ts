import { recordPast, type SlotOutcome, type SymptomSlots, saveSlots } from '../../domain/slots.ts';
import { SLOT_NUMBERS, type SlotNumber, slotText, symptomKey } from '../../domain/symptoms.ts';
import { editForm } from '../forms/queries/forms.ts';
import { editedRatingsOf, formAnswer } from '../forms/serializer.ts';
import { fail } from '../platform/http/fail.ts';
import { type Call, route } from '../platform/http/route.ts';
import { changeSlots, findSheetName } from './queries/profiles.ts';
import { profileAnswer } from './serializer.ts';

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
      return change(call, (slots) => saveSlots(slots, textsOf(input, slots)));
    case 'past':
      return change(call, (slots) => recordPast(slots, input.pastSymptoms.map(slotText)));
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

const ERRORS = {
  entryNotFound: 'formNotFound',
  entryChanged: 'formChanged',
  notInForm: 'notInForm',
} as const;

async function edit({ context, session }: UpdateCall, { formData, version }: Change<'form'>) {
  const { db, clock, jobs } = context;
  const sheetName = await findSheetName(db, session.userId);
  if (sheetName === undefined) throw fail('formNotFound');
  const changes = { formNumber: formData.formNumber, version, entries: editedRatingsOf(formData) };
  const edited = await editForm(db, session.userId, changes, clock());
  if ('refused' in edited) throw fail(ERRORS[edited.refused]);
  jobs.wake('writeSpreadsheet');
  return formAnswer(edited.entry, sheetName);
}

function slotOf(key: Change<'single'>['symptomKey']): SlotNumber {
  return Number(key.slice('symptom'.length)) as SlotNumber;
}

/**
 * The slots to change. A profile has '' for a slot that was never created, so '' does not create a slot here,
 * and a client may send back a profile unchanged. 'No Symptom entered' creates a slot.
 */
function textsOf(
  input: Change<'update'>,
  current: SymptomSlots,
): Partial<Record<SlotNumber, string>> {
  return Object.fromEntries(
    SLOT_NUMBERS.flatMap((slot) => {
      const text = input[symptomKey(slot)];
      const isAbsent = current.slots[slot - 1] === null;
      if (text === undefined || (text === '' && isAbsent)) return [];
      return [[slot, slotText(text)]];
    }),
  );
}
