import { entryTime, type StoredForm, type StoredRating } from '../../forms/queries/forms.ts';
import type { Database } from '../../platform/db/database.ts';
import { PERSON_COLUMNS, type Person } from '../../profile/queries/profiles.ts';
import { findSlotRows, type SlotRows } from '../../profile/queries/symptoms.ts';

/** A form's ratings before an edit. */
export interface FormerVersion {
  readonly version: number;
  /** When the edit replaced this version. */
  readonly replacedAt: number;
  /** The form's time before the edit; null for edits from before the app could change the time of a form. */
  readonly loggedAt: number | null;
  /** In slot order. */
  readonly ratings: readonly StoredRating[];
}

/** A form with its former versions. */
export interface WholeForm extends StoredForm {
  readonly submissionId: string | null;
  /** Who entered the form: 'self' is the person; any other text is a name. */
  readonly author: string;
  /** Oldest first. */
  readonly formerVersions: readonly FormerVersion[];
}

/** An account's profile and symptoms, its highest Form #, and the number of its ratings. */
export interface AccountOverview extends SlotRows {
  readonly person: Person;
  readonly createdAt: number;
  /** The highest Form #; 0 without forms. */
  readonly lastFormNumber: number;
  /** The number of ratings in the forms up to `lastFormNumber`, without deleted forms. */
  readonly ratings: number;
}

/** @returns undefined if the user has no profile */
export async function findOverview(
  db: Database,
  userId: string,
): Promise<AccountOverview | undefined> {
  const profile = await db
    .selectFrom('profiles')
    .select([...PERSON_COLUMNS, 'created_at as createdAt', 'last_form_number as lastFormNumber'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!profile) return undefined;
  const { createdAt, lastFormNumber, ...person } = profile;
  const { ratings } = await db
    .selectFrom('ratings')
    .select((row) => row.fn.countAll<number>().as('ratings'))
    .where('user_id', '=', userId)
    .where('form_number', '<=', lastFormNumber)
    .where(
      'form_number',
      'not in',
      db
        .selectFrom('forms')
        .select('form_number')
        .where('user_id', '=', userId)
        .where('deleted_at', 'is not', null),
    )
    .executeTakeFirstOrThrow();
  return { person, createdAt, lastFormNumber, ratings, ...(await findSlotRows(db, userId)) };
}

/** The pseudo-version of a form's current ratings. It sorts before all former versions. */
const PRESENT = 0;

/**
 * The forms with numbers from `first` to `last`, both included, in order, with all stored data. One statement reads
 * them, so that each form is consistent, either before or after a concurrent edit.
 */
export async function findWholeForms(
  db: Database,
  userId: string,
  { first, last }: { readonly first: number; readonly last: number },
): Promise<WholeForm[]> {
  const entries = db
    .selectFrom('ratings')
    .select((row) => [
      'form_number',
      row.lit<number>(PRESENT).as('held_version'),
      row.lit<number>(0).as('replaced_at'),
      row.lit<number | null>(null).as('former_logged_at'),
      'slot',
      'name',
      'severity',
      'notes',
    ])
    .where('user_id', '=', userId)
    .where('form_number', '>=', first)
    .where('form_number', '<=', last)
    .unionAll(
      db
        .selectFrom('former_ratings')
        .select([
          'form_number',
          'version as held_version',
          'replaced_at',
          'logged_at as former_logged_at',
          'slot',
          'name',
          'severity',
          'notes',
        ])
        .where('user_id', '=', userId)
        .where('form_number', '>=', first)
        .where('form_number', '<=', last),
    );
  const rows = await db
    .selectFrom('forms')
    .innerJoin(entries.as('entries'), 'entries.form_number', 'forms.form_number')
    .where('forms.user_id', '=', userId)
    .select([
      'forms.id',
      'forms.form_number as formNumber',
      'forms.submission_id as submissionId',
      'forms.logged_at as loggedAt',
      'forms.entered_at as enteredAt',
      'forms.time_zone as timeZone',
      'forms.author',
      'forms.version',
      'forms.deleted_at as deletedAt',
      'entries.held_version as heldVersion',
      'entries.replaced_at as replacedAt',
      'entries.former_logged_at as formerLoggedAt',
      'entries.slot',
      'entries.name',
      'entries.severity',
      'entries.notes',
    ])
    .orderBy('forms.form_number')
    .orderBy('entries.held_version')
    .orderBy('entries.slot')
    .execute();
  const byNumber = Map.groupBy(rows, ({ formNumber }) => formNumber);
  return [...byNumber.values()].flatMap((ofForm) => {
    const [head] = ofForm;
    if (!head) return [];
    const { id, formNumber, submissionId, author, loggedAt, timeZone, version, deletedAt } = head;
    const enteredAt = entryTime(head);
    const versions = Map.groupBy(ofForm, ({ heldVersion }) => heldVersion);
    const ratings = (versions.get(PRESENT) ?? []).map(toRating);
    versions.delete(PRESENT);
    const formerVersions = [...versions].map(([former, held]) => ({
      version: former,
      replacedAt: held[0]?.replacedAt ?? 0,
      loggedAt: held[0]?.formerLoggedAt ?? null,
      ratings: held.map(toRating),
    }));
    const times = { loggedAt, enteredAt, timeZone };
    const form = { id, formNumber, submissionId, author, ...times, version, deletedAt };
    return [{ ...form, ratings, formerVersions }];
  });
}

function toRating({ slot, name, severity, notes }: StoredRating): StoredRating {
  return { slot, name, severity, notes };
}
