import type { StoredForm, StoredRating } from '../../forms/queries/forms.ts';
import type { Database } from '../../platform/db/database.ts';
import { findSlotRows, type Person, type SlotRows } from '../../profile/queries/profiles.ts';

/** What a form's ratings were until an edit. */
export interface FormerVersion {
  readonly version: number;
  /** When the edit replaced it. */
  readonly replacedAt: number;
  /** In slot order. */
  readonly ratings: readonly StoredRating[];
}

/** All there is of a form. */
export interface WholeForm extends StoredForm {
  readonly submissionId: string | null;
  /** The oldest first. */
  readonly formerVersions: readonly FormerVersion[];
}

/** What an account holds beside its forms, and how much of those there is. */
export interface AccountOverview extends SlotRows {
  readonly person: Person;
  readonly createdAt: number;
  /** The Form # given last; 0 before the first. */
  readonly lastFormNumber: number;
  /** The ratings of all forms up to that one. */
  readonly ratings: number;
}

/** @returns undefined where the user has no profile */
export async function findOverview(
  db: Database,
  userId: string,
): Promise<AccountOverview | undefined> {
  const profile = await db
    .selectFrom('profiles')
    .select([
      'first_name as firstName',
      'last_name as lastName',
      'birthday',
      'biological_sex as biologicalSex',
      'years_with_parkinsons as yearsWithParkinsons',
      'created_at as createdAt',
      'last_form_number as lastFormNumber',
    ])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!profile) return undefined;
  const { createdAt, lastFormNumber, ...person } = profile;
  const { ratings } = await db
    .selectFrom('ratings')
    .select((row) => row.fn.countAll<number>().as('ratings'))
    .where('user_id', '=', userId)
    .where('form_number', '<=', lastFormNumber)
    .executeTakeFirstOrThrow();
  return { person, createdAt, lastFormNumber, ratings, ...(await findSlotRows(db, userId)) };
}

/** Stands for the version of a form's own ratings: before all former ones. */
const PRESENT = 0;

/**
 * Forms from one number to another, both included, by number, with all that is kept of them. Read in one
 * statement, so that each form is whole: as it was before an edit at the same time, or after it.
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
      'forms.version',
      'entries.held_version as heldVersion',
      'entries.replaced_at as replacedAt',
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
    const { id, formNumber, submissionId, loggedAt, enteredAt, version } = head;
    const versions = Map.groupBy(ofForm, ({ heldVersion }) => heldVersion);
    const ratings = (versions.get(PRESENT) ?? []).map(toRating);
    versions.delete(PRESENT);
    const formerVersions = [...versions].map(([former, held]) => ({
      version: former,
      replacedAt: held[0]?.replacedAt ?? 0,
      ratings: held.map(toRating),
    }));
    return [
      { id, formNumber, submissionId, loggedAt, enteredAt, version, ratings, formerVersions },
    ];
  });
}

function toRating({ slot, name, severity, notes }: StoredRating): StoredRating {
  return { slot, name, severity, notes };
}
