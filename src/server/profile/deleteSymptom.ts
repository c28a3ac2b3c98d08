import { deleteSlot } from '../../domain/slots.ts';
import { route } from '../platform/http/route.ts';
import { changeSymptoms } from './change-symptoms.ts';

export const deleteSymptom = route('deleteSymptom', async ({ context, input, session }) => {
  const { newMaxSymptoms, reordered, profile } = await changeSymptoms(
    context,
    session,
    input.revision,
    (current) => deleteSlot(current, input.symptomNumber),
    'symptomDeleted',
  );
  return { newMaxSymptoms, reordered, profile };
});
