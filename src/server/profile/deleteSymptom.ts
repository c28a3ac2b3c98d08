import { deleteSlot } from '../../domain/slots.ts';
import { fail } from '../platform/http/fail.ts';
import { route } from '../platform/http/route.ts';
import { changeSlots } from './queries/profiles.ts';

export const deleteSymptom = route('deleteSymptom', async ({ context, input, session }) => {
  const outcome = await changeSlots(
    context.db,
    session.userId,
    (current) => {
      const deleted = deleteSlot(current, input.symptomNumber);
      if ('refused' in deleted) throw fail(deleted.refused);
      return deleted;
    },
    context.clock(),
    'symptomDeleted',
  );
  if (!outcome) throw fail('userNotFound');
  return { newMaxSymptoms: outcome.newMaxSymptoms, reordered: outcome.reordered };
});
