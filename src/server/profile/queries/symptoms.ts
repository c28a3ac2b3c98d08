import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { SymptomSlots } from '../../../domain/slots.ts';
import { SLOT_NUMBERS, type SlotNumber } from '../../../domain/symptoms.ts';
import { addActivity } from '../../identity/queries/activity.ts';
import type { Database } from '../../platform/db/database.ts';
import { prepared } from '../../platform/db/prepared.ts';
import { lockProfile } from './locked-profiles.ts';

/** A symptom name in a slot or among the past symptoms. */
interface NameRow {
  readonly name: string;
  /** When the name was added to the slot or to the past symptoms (ms). */
  readonly since: number;
}

/**
 * A person's symptoms. One statement reads them, so that a name that another transaction is moving appears exactly
 * once.
 */
export interface SlotRows {
  /** The created slots by their number; the name is '' while a slot is empty. */
  readonly slots: readonly (NameRow & { readonly slot: number })[];
  /** Oldest first. */
  readonly past: readonly NameRow[];
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
  return symptomsOf(await findSlotRows(db, userId));
}

function symptomsOf({ slots, past }: SlotRows): SymptomSlots {
  return { slots: slotsOf(slots), past: namesOf(past) };
}

function slotsOf(slots: SlotRows['slots']): SymptomSlots['slots'] {
  const nameOf = (slot: number) => slots.find((row) => row.slot === slot)?.name ?? null;
  return [nameOf(1), nameOf(2), nameOf(3), nameOf(4), nameOf(5)];
}

function namesOf(rows: readonly NameRow[]): string[] {
  return rows.map(({ name }) => name);
}

/** The stored record of a change: the difference between the symptoms before and after it. */
interface Difference {
  /** The rows of the slots before the change. */
  readonly slots: SlotRows['slots'];
  /** The past symptoms that the change removed. */
  readonly removed: readonly NameRow[];
  /** The names that the change added to the past symptoms. */
  readonly added: readonly string[];
}

/** A person's symptoms in a transaction that has locked the profile. */
export interface LockedSymptoms extends SymptomSlots {
  /** Counts the changes of the symptoms. */
  readonly revision: number;
}

/**
 * Locks the profile until the transaction ends, and reads its symptoms.
 *
 * @returns undefined if the user has no profile
 */
export async function lockSymptoms(
  trx: Database,
  userId: string,
): Promise<LockedSymptoms | undefined> {
  const locked = await lockProfile(trx, userId);
  return locked && { ...(await findSlots(trx, userId)), revision: locked.revision };
}

/**
 * Stores new symptoms and the record that Undo needs, and adds an account activity. Does nothing if the new symptoms
 * equal the current ones. The transaction must have locked the profile.
 *
 * @param undone for an Undo, the change that it undoes: the names of that change get their former times back. An Undo
 *   cannot be undone
 * @returns whether the change can be undone
 */
export async function storeSymptoms(
  trx: Database,
  userId: string,
  next: SymptomSlots,
  {
    now,
    kind = 'symptomsChanged',
    undone,
  }: {
    readonly now: number;
    readonly kind?: 'symptomsChanged' | 'symptomDeleted';
    readonly undone?: LastChange | undefined;
  },
): Promise<boolean> {
  const written = await writeSlots(
    trx,
    userId,
    next,
    (name, slot) => undone?.since(name, slot) ?? now,
  );
  if (!written) return false;
  await addActivity(trx, userId, now, kind);
  if (undone) return false;
  const { revision, ...difference } = written;
  await trx
    .insertInto('last_symptom_changes')
    .values({ user_id: userId, revision, former: JSON.stringify(difference) })
    .execute();
  return true;
}

/** What Undo restores. */
export interface LastChange {
  readonly former: SymptomSlots;
  /** The times from before the change, as in `SymptomTime`; undefined if none is recorded. */
  readonly since: (name: string, slot: SlotNumber | null) => number | undefined;
}

/** The change that made the current revision; undefined if that change cannot be undone. */
export async function findLastChange(
  trx: Database,
  userId: string,
  { past, revision }: LockedSymptoms,
): Promise<LastChange | undefined> {
  const stored = await trx
    .selectFrom('last_symptom_changes')
    .select('former')
    .where('user_id', '=', userId)
    .where('revision', '=', revision)
    .executeTakeFirst();
  if (!stored) return undefined;
  const { slots, removed, added }: Difference = JSON.parse(stored.former);
  const stayed = past.filter((name) => !added.includes(name));
  return {
    former: { slots: slotsOf(slots), past: [...stayed, ...namesOf(removed)] },
    since: (name, slot) =>
      (slot === null ? removed : slots).find((row) => row.name === name)?.since,
  };
}

/** When a name was added to the slot or, if `slot` is null, to the past symptoms (ms). */
export type SymptomTime = (name: string, slot: SlotNumber | null) => number;

/**
 * Writes new slots and past symptoms, and raises the revision. Removes the record for Undo.
 *
 * @param since the times of new names. A name that moves from one slot to another keeps its time
 * @returns the difference, and the new revision; undefined if nothing has changed
 */
export async function writeSlots(
  trx: Database,
  userId: string,
  next: SymptomSlots,
  since: SymptomTime,
): Promise<(Difference & { readonly revision: number }) | undefined> {
  const before = await findSlotRows(trx, userId);
  const current = symptomsOf(before);
  const [former, later] = [new Set(current.past), new Set(next.past)];
  const added = next.past.filter((name) => !former.has(name));
  const removed = before.past.filter(({ name }) => !later.has(name));
  const isSame = isDeepStrictEqual(current.slots, next.slots);
  if (isSame && added.length === 0 && removed.length === 0) return undefined;
  const { revision } = await trx
    .updateTable('profiles')
    .set((row) => ({ revision: row('revision', '+', 1) }))
    .where('user_id', '=', userId)
    .returning('revision')
    .executeTakeFirstOrThrow();
  await trx.deleteFrom('last_symptom_changes').where('user_id', '=', userId).execute();
  const came = new Map(before.slots.map((row) => [row.name, row.since]));
  for (const slot of SLOT_NUMBERS) {
    const name = next.slots[slot - 1] ?? null;
    if (name === current.slots[slot - 1]) continue;
    await trx.deleteFrom('slots').where('user_id', '=', userId).where('slot', '=', slot).execute();
    if (name === null) continue;
    const cameAt = (name && came.get(name)) || since(name, slot);
    await trx.insertInto('slots').values({ user_id: userId, slot, name, since: cameAt }).execute();
  }
  for (const { name } of removed) {
    await trx
      .deleteFrom('past_symptoms')
      .where('user_id', '=', userId)
      .where('name', '=', name)
      .execute();
  }
  if (added.length > 0) {
    await trx
      .insertInto('past_symptoms')
      .values(added.map((name) => ({ user_id: userId, name, since: since(name, null) })))
      .execute();
  }
  return { slots: before.slots, removed, added, revision };
}
