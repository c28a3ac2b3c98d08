import { type FormEntry, form as formKind } from '../../../contract/kinds/form.ts';
import type { Rating } from '../../../domain/rating.ts';
import { type Saved, saveEntries } from '../../entries/queries/save.ts';
import { type Author, SELF } from '../../identity/authors.ts';
import type { Limits } from '../../limits.ts';
import type { Database } from '../../platform/db/database.ts';
import { fail } from '../../platform/http/fail.ts';
import { findSlots } from '../../profile/queries/symptoms.ts';
import { findForm } from './forms.ts';
import { recordRated } from './rated-names.ts';

/** A changed rating, or a new rating of a symptom that the form does not rate yet. */
export interface EditedRating {
  readonly slot: number;
  /** Ignored if the form has a rating in this slot. */
  readonly name?: string | undefined;
  readonly severity: number;
  /** Undefined notes stay unchanged. */
  readonly notes: string | undefined;
}

/**
 * Replaces severities and notes of a form, and the time that the form is for, and adds ratings in slots that the form
 * does not use. The form's number and names stay the same, and so do the ratings that the edit does not contain.
 *
 * An edit after which the form would rate a symptom twice must be based on an old version of the form, so it is refused
 * as changed.
 *
 * @param edit.version the version on which the edit is based; without it, any version is accepted
 * @param edit.loggedAt the new time, in milliseconds; without it, the time stays
 * @param limits none by default
 * @throws notInForm if the edit adds a rating without a name; the limit that the account exceeds with the edit
 */
export async function editForm(
  db: Database,
  userId: string,
  edit: {
    readonly formNumber: number;
    readonly version: number | undefined;
    readonly entries: readonly EditedRating[];
    readonly loggedAt: number | undefined;
    /** Who edits it; by default, the person. */
    readonly by?: Author;
  },
  now: number,
  limits?: Limits,
): Promise<Saved> {
  const { formNumber, version, entries, loggedAt, by = SELF } = edit;
  // The id of a form never changes, so it can be looked up before the transaction.
  const stored = await findForm(db, userId, formNumber);
  if (!stored) return { refused: 'gone' };
  const change = ({ ratings: before, loggedAt: time }: FormEntry) => {
    const ratings = editedRatings(before, entries);
    const names = new Set(ratings.map(({ name }) => name.toLowerCase()));
    return names.size < ratings.length ? 'changed' : { ratings, loggedAt: loggedAt ?? time };
  };
  const sent = {
    values: { id: stored.id },
    enteredAt: now,
    by,
    edit: { version, change: change as never },
  };
  return await saveEntries(db, formKind, userId, [sent], { now, limits }, async (trx, changed) => {
    const [former, next] = [changed.stored?.entry, changed.next] as unknown as FormEntry[];
    const added = newIn(former?.ratings ?? [], next?.ratings ?? []);
    if (added.length === 0) return;
    await recordRated(trx, userId, await findSlots(trx, userId), added, now, by);
  });
}

function editedRatings(before: readonly Rating[], edited: readonly EditedRating[]): Rating[] {
  const changes = new Map(edited.map((each) => [each.slot, each]));
  const kept = before.map((rating) => {
    const change = changes.get(rating.slot);
    return change
      ? { ...rating, severity: change.severity, notes: change.notes ?? rating.notes }
      : rating;
  });
  const added = newIn(before, edited).map(({ slot, name, severity, notes = '' }) => {
    if (name === undefined) throw fail('notInForm');
    return { slot, name, severity, notes };
  });
  return [...kept, ...added].sort((one, other) => one.slot - other.slot);
}

/** Returns only those ratings in whose slots the form has no rating. */
function newIn<Edited extends { readonly slot: number }>(
  before: readonly Rating[],
  ratings: readonly Edited[],
): Edited[] {
  return ratings.filter(({ slot }) => before.every((rating) => rating.slot !== slot));
}
