import { editEntry } from '../../entries/queries/entries.ts';
import { queuedDay, queueRows } from '../../entries/queries/spreadsheet-queue.ts';
import { type Author, changedBy, SELF, takenOver } from '../../identity/authors.ts';
import { addActivity } from '../../identity/queries/activity.ts';
import type { Limits } from '../../limits.ts';
import type { Database } from '../../platform/db/database.ts';
import { findSlots } from '../../profile/queries/symptoms.ts';
import { countEdit } from './counted-forms.ts';
import { findForm, type StoredForm, type StoredRating } from './forms.ts';
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

export type FormEdit =
  | { readonly entry: StoredForm }
  | { readonly refused: 'entryNotFound' | 'entryChanged' | 'notInForm' };

/**
 * Replaces severities and notes of a form, and the time that the form is for, and adds ratings in slots that the form
 * does not use. The form's number and names stay the same, and so do the ratings that the edit does not contain.
 *
 * An edit that adds a rating without a name is refused with 'notInForm'. An edit after which the form would rate a
 * symptom twice must be based on an old version of the form, so it is refused with 'entryChanged'.
 *
 * @param edit.version the version on which the edit is based; without it, any version is accepted
 * @param edit.loggedAt the new time, in milliseconds; without it, the time stays
 * @param limits none by default
 * @throws the limit that the account exceeds with the edit
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
): Promise<FormEdit> {
  const { formNumber, version, entries, loggedAt, by = SELF } = edit;
  const ofForm = { user_id: userId, form_number: formNumber };
  return await editEntry<StoredForm, 'notInForm' | 'entryChanged'>(db, userId, {
    version,
    measure: { now, limits },
    by,
    find: (trx) => findForm(trx, userId, 'form_number', formNumber),
    change(form) {
      const added: StoredRating[] = [];
      for (const { slot, name, severity, notes = '' } of newIn(form, entries)) {
        if (name === undefined) return { refused: 'notInForm' };
        added.push({ slot, name, severity, notes });
      }
      const changes = new Map(entries.map((entry) => [entry.slot, entry]));
      const ratings = form.ratings
        .map((rating) => edited(rating, changes.get(rating.slot)))
        .concat(added)
        .sort((one, other) => one.slot - other.slot);
      const names = new Set(ratings.map(({ name }) => name.toLowerCase()));
      if (names.size < ratings.length) return { refused: 'entryChanged' };
      const time = loggedAt ?? form.loggedAt;
      return {
        ...changedBy(by, form),
        ratings,
        loggedAt: time,
        enteredAt: Math.max(form.enteredAt, time),
      };
    },
    isSame: (one, other) =>
      one.loggedAt === other.loggedAt &&
      one.ratings.length === other.ratings.length &&
      one.ratings.every(
        ({ severity, notes }, index) =>
          severity === other.ratings[index]?.severity && notes === other.ratings[index]?.notes,
      ),
    async replace(trx, former, { ratings, loggedAt: time, version: raised, author }) {
      const replaced = {
        ...ofForm,
        version: former.version,
        replaced_at: now,
        logged_at: former.loggedAt,
      };
      const rows = former.ratings.map((rating) => ({ ...replaced, ...rating }));
      await trx.insertInto('former_ratings').values(rows).execute();
      await countEdit(trx, userId, ratings, { now, limits });
      const added = newIn(former, ratings);
      if (added.length > 0) {
        await recordRated(trx, userId, await findSlots(trx, userId), added, now, by);
      }
      await trx
        .insertInto('ratings')
        .values(ratings.map((rating) => ({ ...ofForm, ...rating })))
        .onConflict((conflict) =>
          conflict.columns(['user_id', 'form_number', 'slot']).doUpdateSet((row) => ({
            severity: row.ref('excluded.severity'),
            notes: row.ref('excluded.notes'),
          })),
        )
        .execute();
      await trx
        .updateTable('forms')
        .set({
          version: raised,
          ...takenOver(by),
          author,
          // The column has an index, so it is written only if the time is new.
          ...(time !== former.loggedAt && { logged_at: time }),
        })
        .where('user_id', '=', userId)
        .where('form_number', '=', formNumber)
        .execute();
      const days = [queuedDay(former.loggedAt), queuedDay(time)];
      await queueRows(trx, userId, [{ kind: 'form', number: formNumber }, ...days]);
      await addActivity(trx, userId, now, 'formEdited', formNumber, by.id);
    },
  });
}

/** Returns only those ratings in whose slots the form has no rating. */
function newIn<Rating extends { readonly slot: number }>(
  form: StoredForm,
  ratings: readonly Rating[],
): Rating[] {
  return ratings.filter(({ slot }) => form.ratings.every((rating) => rating.slot !== slot));
}

function edited(rating: StoredRating, entry: EditedRating | undefined): StoredRating {
  if (!entry) return rating;
  return { ...rating, severity: entry.severity, notes: entry.notes ?? rating.notes };
}
