import { isDeepStrictEqual } from 'node:util';
import type { Profile } from '../../contract/entities.ts';
import type { SLOT_REFUSALS, SymptomSlots } from '../../domain/slots.ts';
import type { Context } from '../context.ts';
import type { Database } from '../platform/db/database.ts';
import { fail } from '../platform/http/fail.ts';
import {
  type LastChange,
  type LockedSymptoms,
  lockSymptoms,
  storeSymptoms,
} from './queries/symptoms.ts';
import { type Owner, profileAnswer } from './serializer.ts';

interface Changed {
  readonly state: SymptomSlots;
  /** The change that this one undoes. */
  readonly undone?: LastChange;
}

type Outcome<Change extends Changed> = Change | { readonly refused: keyof typeof SLOT_REFUSALS };

/**
 * Changes a person's symptoms in one transaction, by a rule of the domain. Concurrent changes of the same person run
 * one after another.
 *
 * @param revision the revision of the symptoms that the person saw; undefined skips the check. A change that is based
 *   on an older revision is refused, unless it would change nothing, because then it is a retry after a lost answer
 *   (DECISIONS 29)
 * @param rule computes the new symptoms from the current ones
 * @returns the rule's outcome, the profile after the change, and whether the change can be undone
 * @throws userNotFound, symptomsChanged, or the rule's refusal; then nothing has changed
 */
export async function changeSymptoms<Change extends Changed>(
  { db, clock }: Context,
  session: Owner,
  revision: number | undefined,
  rule: (current: LockedSymptoms, trx: Database) => Outcome<Change> | Promise<Outcome<Change>>,
  kind: 'symptomsChanged' | 'symptomDeleted' = 'symptomsChanged',
): Promise<Change & { readonly profile: Profile; readonly undoable: boolean }> {
  const { userId } = session;
  return await db.transaction().execute(async (trx) => {
    const current = await lockSymptoms(trx, userId);
    if (!current) throw fail('userNotFound');
    const outcome = await rule(current, trx);
    const isStale = revision !== undefined && revision !== current.revision;
    const { slots, past } = current;
    if (isStale && !('state' in outcome && isDeepStrictEqual(outcome.state, { slots, past }))) {
      throw fail('symptomsChanged');
    }
    if ('refused' in outcome) throw fail(outcome.refused);
    const { state, undone } = outcome;
    const undoable = await storeSymptoms(trx, userId, state, { now: clock(), kind, undone });
    // Read the profile in this transaction: Undo needs the revision that this change made, not a later one.
    const profile = await profileAnswer(trx, session, clock());
    if (!profile) throw fail('userNotFound');
    return { ...outcome, profile, undoable };
  });
}
