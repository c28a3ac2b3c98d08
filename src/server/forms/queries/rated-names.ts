import type { Rating } from '../../../domain/rating.ts';
import { recordPast, type SymptomSlots } from '../../../domain/slots.ts';
import { type Author, isPerson, SELF } from '../../identity/authors.ts';
import type { Database } from '../../platform/db/database.ts';
import { fail } from '../../platform/http/fail.ts';
import { storeSymptoms } from '../../profile/queries/symptoms.ts';

/**
 * Adds rated names that are neither in a slot nor a past symptom to the past symptoms, so that their ratings can be
 * charted. Only the person can add symptoms in this way, not a caregiver.
 *
 * @param symptoms the person's symptoms before the form
 * @throws notTracked if a caregiver rates such a name
 */
export async function recordRated(
  trx: Database,
  userId: string,
  symptoms: SymptomSlots,
  ratings: readonly Rating[],
  now: number,
  by: Author = SELF,
): Promise<void> {
  const untracked = ratings
    .map(({ name }) => name)
    .filter((name) => !symptoms.slots.includes(name) && !symptoms.past.includes(name));
  if (untracked.length === 0) return;
  if (!isPerson(by)) throw fail('notTracked');
  const outcome = recordPast(symptoms, untracked);
  // If the list of past symptoms is full, the names are not added. The ratings are saved nevertheless.
  if ('state' in outcome) await storeSymptoms(trx, userId, outcome.state, { now });
}
