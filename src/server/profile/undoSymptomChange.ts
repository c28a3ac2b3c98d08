import { undoChange } from '../../domain/slots.ts';
import { findRated } from '../forms/queries/forms.ts';
import { route } from '../platform/http/route.ts';
import { changeSymptoms } from './change-symptoms.ts';
import { findLastChange } from './queries/symptoms.ts';

/** Restores the symptoms from before their last change, from the server's own record of the change. */
export const undoSymptomChange = route('undoSymptomChange', async ({ context, input, session }) => {
  const { profile } = await changeSymptoms(
    context,
    session,
    input.revision,
    async (current, trx) => {
      const undone = await findLastChange(trx, session.userId, current);
      if (!undone) return { refused: 'symptomsChanged' };
      const { slots, past } = undone.former;
      const kept = new Set<string | null>([...slots, ...past]);
      const gone = [...current.slots, ...current.past].filter((name) => !kept.has(name));
      const rated = await findRated(trx, session.userId, gone);
      return { state: undoChange(current, undone.former, rated), undone };
    },
  );
  return profile;
});
