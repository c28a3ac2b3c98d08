import { hasPassed } from '../../domain/clocks.ts';
import { recordPast, type SlotOutcome, type SymptomSlots, saveSlots } from '../../domain/slots.ts';
import { SLOT_NUMBERS, type SlotNumber, slotText, symptomKey } from '../../domain/symptoms.ts';
import { editForm } from '../forms/queries/edited-forms.ts';
import { formOf } from '../forms/queries/forms.ts';
import { editedRatingsOf, formAnswer } from '../forms/serializer.ts';
import type { Access } from '../identity/authors.ts';
import { fail } from '../platform/http/fail.ts';
import { type Call, route } from '../platform/http/route.ts';
import { changeSymptoms } from './change-symptoms.ts';
import { findSheetName } from './queries/profiles.ts';

type UpdateCall = Call<'updateSymptoms'>;
type Change<Action> = Extract<UpdateCall['input'], { action: Action }>;

export const updateSymptoms = route('updateSymptoms', async (call) => {
  const { input } = call;
  switch (input.action) {
    case 'single':
      return change(call, input, (slots) =>
        saveSlots(slots, { [slotOf(input.symptomKey)]: input.symptomValue }),
      );
    case 'update':
      return change(call, input, (slots) => saveSlots(slots, textsOf(input, slots)));
    case 'past':
      return change(call, input, (slots) => recordPast(slots, input.pastSymptoms.map(slotText)));
    case 'form':
      return edit(call, input);
  }
});

async function change(
  { context, access }: UpdateCall,
  { revision }: Exclude<UpdateCall['input'], { action: 'form' }>,
  rule: (current: SymptomSlots) => SlotOutcome,
) {
  const { profile, undoable } = await changeSymptoms(context, personOf(access), revision, rule);
  return { ...profile, undoable };
}

async function edit(
  { context, access }: UpdateCall,
  { formData, version, loggedAt: time }: Change<'form'>,
) {
  const { db, clock, jobs, limits } = context;
  const now = clock();
  const loggedAt = time === undefined ? undefined : Math.min(Date.parse(time), now);
  if (time !== undefined && !hasPassed(Date.parse(time), now)) throw fail('timeInFuture');
  const { userId, author: by } = access;
  const sheetName = await findSheetName(db, userId);
  if (sheetName === undefined) throw fail('formNotFound');
  const { formNumber } = formData;
  const changes = { formNumber, version, loggedAt, entries: editedRatingsOf(formData), by };
  const edited = await editForm(db, userId, changes, now, limits);
  if ('refused' in edited && edited.refused === 'changed') throw fail('formChanged');
  const [form] = 'entries' in edited ? edited.entries : [];
  if (!form || !('entries' in edited)) throw fail('formNotFound');
  if (edited.isBehind) jobs.wake('writeSpreadsheet');
  return formAnswer(formOf(form), sheetName, access);
}

/** No caregiver can change symptoms (`sharedActions`), so the caller is the person, and the address is theirs. */
function personOf({ userId, callerEmail }: Access) {
  return { userId, email: callerEmail };
}

function slotOf(key: Change<'single'>['symptomKey']): SlotNumber {
  return Number(key.slice('symptom'.length)) as SlotNumber;
}

/**
 * The slots to change. A client may send back a profile unchanged, in which '' stands for a slot that was never
 * created, so '' does not create such a slot. The text 'No Symptom entered' creates an empty slot.
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
      return [[slot, text]];
    }),
  );
}
