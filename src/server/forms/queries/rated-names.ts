import { recordPast, type SymptomSlots } from '../../../domain/slots.ts';
import type { Database } from '../../platform/db/database.ts';
import { storeSymptoms } from '../../profile/queries/symptoms.ts';
import type { StoredRating } from './forms.ts';

/**
 * Adds rated names that are in no slot to the past symptoms, so that their ratings can be charted.
 *
 * @param symptoms the person's symptoms before
 */
export async function recordRated(
  trx: Database,
  userId: string,
  symptoms: SymptomSlots,
  ratings: readonly StoredRating[],
  now: number,
): Promise<void> {
  const untracked = ratings
    .map(({ name }) => name)
    .filter((name) => !symptoms.slots.includes(name) && !symptoms.past.includes(name));
  if (untracked.length === 0) return;
  const outcome = recordPast(symptoms, untracked);
  // If the list of past symptoms is full, the names are not added to it, because the ratings must be saved
  // all the same.
  if ('state' in outcome) await storeSymptoms(trx, userId, outcome.state, { now });
}
