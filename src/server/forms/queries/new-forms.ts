import { randomUUID } from 'node:crypto';
import { form as formKind } from '../../../contract/kinds/form.ts';
import type { Rating } from '../../../domain/rating.ts';
import { namedSlots } from '../../../domain/slots.ts';
import type { Instant } from '../../../domain/zone.ts';
import { saveEntries } from '../../entries/queries/save.ts';
import { type Author, SELF } from '../../identity/authors.ts';
import type { Limits } from '../../limits.ts';
import type { Database } from '../../platform/db/database.ts';
import { lockProfile } from '../../profile/queries/locked-profiles.ts';
import { findSlots } from '../../profile/queries/symptoms.ts';
import { findFormById, formOf, type StoredForm } from './forms.ts';
import { recordRated } from './rated-names.ts';

/** A form to store. */
export interface NewForm {
  /** The idempotency key, which becomes the form's id. */
  readonly submissionId: string | null;
  readonly loggedAt: Instant;
  readonly enteredAt: Instant;
  readonly timeZone: string;
  readonly ratings: readonly Rating[];
}

/** Thrown to roll back the form if the person has no symptoms. */
class NoSymptoms extends Error {}

export interface AddedForm {
  readonly form: StoredForm;
  /** Whether the person's spreadsheet is to be written. */
  readonly isBehind: boolean;
}

/**
 * Saves a form with the next Form #. A repeated submission returns the form that the first one saved.
 *
 * The names are saved as sent, because the person saw and rated these names, even if a slot was renamed elsewhere in
 * the meantime. A name that is no longer in a slot joins the past symptoms, so that its ratings can be charted.
 *
 * @param limits none by default
 * @returns 'noSymptoms' if no slot has a name
 * @throws the limit that the account exceeds with the form; userNotFound if there is no profile; notTracked if a
 * caregiver rates a name that the person does not track
 */
export async function addForm(
  db: Database,
  userId: string,
  { submissionId, enteredAt, timeZone, loggedAt, ratings }: NewForm,
  now: Instant,
  limits?: Limits,
  by: Author = SELF,
): Promise<AddedForm | 'noSymptoms'> {
  const id = submissionId ?? randomUUID();
  const sent = { values: { id, loggedAt, ratings }, enteredAt, timeZone, by };
  try {
    const saved = await saveEntries(db, formKind, userId, [sent], { now, limits }, async (trx) => {
      const symptoms = await findSlots(trx, userId);
      if (namedSlots(symptoms).length === 0) throw new NoSymptoms();
      await recordRated(trx, userId, symptoms, ratings, now, by);
    });
    const [added] = 'entries' in saved ? saved.entries : [];
    if (!added || !('isBehind' in saved)) throw new Error('A new form was refused');
    return { form: formOf(added), isBehind: saved.isBehind };
  } catch (error) {
    if (!(error instanceof NoSymptoms)) throw error;
    // The call may repeat a save whose response was lost, and the person may have removed the symptoms since then.
    // The lock is a write, without which the repeat could be acknowledged before the first save is safe (`lockProfile`).
    const form = await db.transaction().execute(async (trx) => {
      await lockProfile(trx, userId);
      return await findFormById(trx, userId, id);
    });
    return form ? { form, isBehind: false } : 'noSymptoms';
  }
}
