import type { Person } from '../../../contract/facts.ts';
import { DISPLAY_OPTIONS, type DisplayOption } from '../../../domain/display.ts';
import type { DateStyle } from '../../../domain/formats.ts';
import { fullName } from '../../../domain/person.ts';
import { sheetNameOf } from '../../../domain/sheet-name.ts';
import { NEW_SLOTS } from '../../../domain/slots.ts';
import { recheckReminders } from '../../entries/queries/reminders.ts';
import { addActivity } from '../../identity/queries/activity.ts';
import { lockAccount } from '../../identity/queries/locked-accounts.ts';
import type { Database } from '../../platform/db/database.ts';
import { FACT_COLUMNS, rowOfFacts } from '../../platform/db/fact-columns.ts';
import { prepared } from '../../platform/db/prepared.ts';
import { lockProfile } from './locked-profiles.ts';
import { writeSlots } from './symptoms.ts';

/** How a person reads times and dates. */
export function dateStyleOf({ hourCycle, dateOrder }: Person): DateStyle {
  return { hourCycle, dateOrder };
}

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
        ...rowOfFacts(person),
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

/**
 * Changes a person's own facts. Facts that are missing stay as they are.
 *
 * @returns false if the user has no profile
 */
export async function changePerson(
  db: Database,
  userId: string,
  facts: Partial<Person>,
  now: number,
): Promise<boolean> {
  return await db.transaction().execute(async (trx) => {
    await lockProfile(trx, userId);
    const person = await findPerson(trx, userId);
    if (!person) return false;
    await trx
      .updateTable('profiles')
      .set(rowOfFacts({ ...person, ...facts }))
      .where('user_id', '=', userId)
      .execute();
    if (facts.timeZone) await recheckReminders(trx, userId, now);
    await addActivity(trx, userId, now, 'profileSaved');
    return true;
  });
}

/** Saves which display options are on. */
export async function saveDisplay(
  db: Database,
  userId: string,
  display: readonly DisplayOption[],
): Promise<void> {
  await db
    .updateTable('profiles')
    .set({ display: display.join(',') })
    .where('user_id', '=', userId)
    .execute();
}

const selectName = prepared((db, { userId }: { userId: string }) =>
  db
    .selectFrom('profiles')
    .select(['first_name as firstName', 'last_name as lastName'])
    .where('user_id', '=', userId),
);

/** The name under which a person's forms are stored in a spreadsheet; undefined if the user has no profile. */
export async function findSheetName(db: Database, userId: string): Promise<string | undefined> {
  const [name] = await selectName(db, { userId });
  return name && sheetNameOf(userId, fullName(name));
}

/** The person's present zone (IANA); undefined if the user has no profile. */
export async function findTimeZone(db: Database, userId: string): Promise<string | undefined> {
  return (await findPerson(db, userId))?.timeZone;
}

export async function findPerson(db: Database, userId: string): Promise<Person | undefined> {
  return (await findProfile(db, userId))?.person;
}

export interface StoredProfile {
  readonly person: Person;
  /** The display options that are on; null until the person has chosen. */
  readonly display: DisplayOption[] | null;
  /** Counts the changes of the symptoms. */
  readonly revision: number;
}

export async function findProfile(
  db: Database,
  userId: string,
): Promise<StoredProfile | undefined> {
  const stored = await db
    .selectFrom('profiles')
    .select([...FACT_COLUMNS, 'display', 'revision'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!stored) return undefined;
  const { revision, display, ...person } = stored;
  const on = display?.split(',');
  return {
    person,
    display: on ? DISPLAY_OPTIONS.filter((option) => on.includes(option)) : null,
    revision,
  };
}
