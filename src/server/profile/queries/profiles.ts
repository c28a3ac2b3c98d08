import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { fullName } from '../../../domain/person.ts';
import { sheetNameOf } from '../../../domain/sheet-name.ts';
import { NEW_SLOTS, type SymptomSlots } from '../../../domain/slots.ts';
import { SLOT_NUMBERS, type SlotNumber } from '../../../domain/symptoms.ts';
import { addActivity } from '../../identity/queries/activity.ts';
import { lockAccount } from '../../identity/queries/locked-accounts.ts';
import type { Database } from '../../platform/db/database.ts';
import { prepared } from '../../platform/db/prepared.ts';

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
    await writeSlots(
      trx,
      userId,
      { slots: [null, null, null, null, null], past: [] },
      NEW_SLOTS,
      () => now,
    );
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
  return await db
    .selectFrom('profiles')
    .select(PERSON_COLUMNS)
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/** A person's symptoms, read in one statement, so that a name that is moved concurrently is in exactly one place. */
export interface SlotRows {
  /** The created slots by their number; the name is '' while a slot is empty. */
  readonly slots: readonly {
    readonly slot: number;
    readonly name: string;
    readonly since: number;
  }[];
  /** Oldest first. */
  readonly past: readonly { readonly name: string; readonly since: number }[];
}

/** The pseudo-slot of past symptoms in `selectSlots`. */
const PAST = 0;

const selectSlots = prepared((db, { userId }: { userId: string }) =>
  db
    .selectFrom('slots')
    .select(['slot', 'name', 'since'])
    .where('user_id', '=', userId)
    .unionAll(
      db
        .selectFrom('past_symptoms')
        .select([sql.lit(PAST).as('slot'), 'name', 'since'])
        .where('user_id', '=', userId),
    )
    .orderBy('slot')
    .orderBy('since')
    .orderBy('name'),
);

export async function findSlotRows(db: Database, userId: string): Promise<SlotRows> {
  const rows = await selectSlots(db, { userId });
  return {
    slots: rows.filter(({ slot }) => slot !== PAST),
    past: rows.filter(({ slot }) => slot === PAST).map(({ name, since }) => ({ name, since })),
  };
}

export async function findSlots(db: Database, userId: string): Promise<SymptomSlots> {
  const { slots, past } = await findSlotRows(db, userId);
  const nameOf = (slot: number) => slots.find((row) => row.slot === slot)?.name ?? null;
  return {
    slots: [nameOf(1), nameOf(2), nameOf(3), nameOf(4), nameOf(5)],
    past: past.map(({ name }) => name),
  };
}

/**
 * Changes the slots in one transaction, by a rule of the domain. Concurrent changes wait for each other.
 *
 * @param change computes the new slots from the current ones; an error that it throws rolls back the
 *   transaction
 * @returns the result of `change`; undefined if the user has no profile
 */
export async function changeSlots<Outcome extends { readonly state: SymptomSlots }>(
  db: Database,
  userId: string,
  change: (current: SymptomSlots) => Outcome,
  now: number,
  kind: 'symptomsChanged' | 'symptomDeleted' = 'symptomsChanged',
): Promise<Outcome | undefined> {
  return await db.transaction().execute(async (trx) => {
    // The UPDATE comes first, because it locks the row portably; SQLite has no SELECT … FOR UPDATE.
    const held = await trx
      .updateTable('profiles')
      .set((row) => ({ revision: row('revision', '+', 1) }))
      .where('user_id', '=', userId)
      .returning('user_id')
      .executeTakeFirst();
    if (!held) return undefined;
    const current = await findSlots(trx, userId);
    const outcome = change(current);
    await writeSlots(trx, userId, current, outcome.state, () => now);
    if (!isDeepStrictEqual(current, outcome.state)) await addActivity(trx, userId, now, kind);
    return outcome;
  });
}

/** When a name was added to a slot, or with null to the past symptoms, in milliseconds. */
export type SymptomTime = (name: string, slot: SlotNumber | null) => number;

/**
 * Writes the difference between two states of the slots and past symptoms.
 *
 * @param since the times of new names. A name that moves from one slot to another keeps its time
 */
export async function writeSlots(
  trx: Database,
  userId: string,
  current: SymptomSlots,
  next: SymptomSlots,
  since: SymptomTime,
): Promise<void> {
  const { slots } = await findSlotRows(trx, userId);
  const came = new Map(slots.map(({ name, since }) => [name, since]));
  for (const slot of SLOT_NUMBERS) {
    const name = next.slots[slot - 1] ?? null;
    if (name === current.slots[slot - 1]) continue;
    await trx.deleteFrom('slots').where('user_id', '=', userId).where('slot', '=', slot).execute();
    if (name === null) continue;
    const cameAt = (name && came.get(name)) || since(name, slot);
    await trx.insertInto('slots').values({ user_id: userId, slot, name, since: cameAt }).execute();
  }
  const [before, after] = [new Set(current.past), new Set(next.past)];
  for (const name of current.past.filter((past) => !after.has(past))) {
    await trx
      .deleteFrom('past_symptoms')
      .where('user_id', '=', userId)
      .where('name', '=', name)
      .execute();
  }
  const added = next.past.filter((name) => !before.has(name));
  if (added.length === 0) return;
  await trx
    .insertInto('past_symptoms')
    .values(added.map((name) => ({ user_id: userId, name, since: since(name, null) })))
    .execute();
}
