import { fullName } from '../../../domain/person.ts';
import { sheetNameOf } from '../../../domain/sheet-name.ts';
import { NEW_SLOTS } from '../../../domain/slots.ts';
import { addActivity } from '../../identity/queries/activity.ts';
import { lockAccount } from '../../identity/queries/locked-accounts.ts';
import type { Database } from '../../platform/db/database.ts';
import { prepared } from '../../platform/db/prepared.ts';
import { writeSlots } from './symptoms.ts';

export interface Person {
  readonly firstName: string;
  readonly lastName: string;
  /** 'YYYY-MM-DD', or ''. */
  readonly birthday: string;
  readonly biologicalSex: string;
  readonly yearsWithParkinsons: number | null;
}

/** The columns of a `Person`. */
export const PERSON_COLUMNS = [
  'first_name as firstName',
  'last_name as lastName',
  'birthday',
  'biological_sex as biologicalSex',
  'years_with_parkinsons as yearsWithParkinsons',
] as const;

/**
 * Saves a person's profile with three empty slots.
 *
 * @returns false if the account already has a profile, or was deleted in the meantime
 */
export async function addProfile(
  db: Database,
  userId: string,
  person: Person,
  now: number,
): Promise<boolean> {
  return await db.transaction().execute(async (trx) => {
    if (!(await lockAccount(trx, userId))) return false;
    const added = await trx
      .insertInto('profiles')
      .values({
        user_id: userId,
        first_name: person.firstName,
        last_name: person.lastName,
        birthday: person.birthday,
        biological_sex: person.biologicalSex,
        years_with_parkinsons: person.yearsWithParkinsons,
        created_at: now,
        revision: 0,
        last_form_number: 0,
      })
      .onConflict((conflict) => conflict.column('user_id').doNothing())
      .returning('user_id')
      .executeTakeFirst();
    if (!added) return false;
    await writeSlots(trx, userId, NEW_SLOTS, () => now);
    await addActivity(trx, userId, now, 'profileSaved');
    return true;
  });
}

const selectName = prepared((db, { userId }: { userId: string }) =>
  db
    .selectFrom('profiles')
    .select(['first_name as firstName', 'last_name as lastName'])
    .where('user_id', '=', userId),
);

/** The sheet name of a person's forms; undefined if the user has no profile. */
export async function findSheetName(db: Database, userId: string): Promise<string | undefined> {
  const [name] = await selectName(db, { userId });
  return name && sheetNameOf(userId, fullName(name));
}

export async function findPerson(db: Database, userId: string): Promise<Person | undefined> {
  return (await findProfile(db, userId))?.person;
}

/** A person, and the revision of their symptoms. */
export async function findProfile(
  db: Database,
  userId: string,
): Promise<{ readonly person: Person; readonly revision: number } | undefined> {
  const stored = await db
    .selectFrom('profiles')
    .select([...PERSON_COLUMNS, 'revision'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!stored) return undefined;
  const { revision, ...person } = stored;
  return { person, revision };
}
