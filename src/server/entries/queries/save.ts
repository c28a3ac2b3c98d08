import type { ErrorCode } from '../../../contract/errors.ts';
import type { AnyKind } from '../../../contract/kinds/kind.ts';
import type { Instant } from '../../../domain/zone.ts';
import type { Database } from '../../platform/db/database.ts';
import { fail } from '../../platform/http/fail.ts';
import { lockProfile } from '../../profile/queries/locked-profiles.ts';
import { type AnyEntry, entryIdOf } from '../columns.ts';
import { afterEdit, afterSave, type Refused, type Sent } from '../next-entry.ts';
import type { Measure } from './fair-use.ts';
import { findByKeys, findOtherSingle } from './find.ts';
import type { Numbered } from './select.ts';
import {
  type Beside,
  type Change,
  Repeated,
  type Stored,
  storeChanges,
  storeNew,
} from './store.ts';
import { addSaveActivity } from './tell.ts';

/** The entries after a save, in the order in which they were sent; or why nothing was stored. */
export type Saved =
  | Stored
  | { readonly refused: 'changed'; readonly stored: readonly AnyEntry[] }
  | { readonly refused: Exclude<Refused, 'changed'> }
  /** A check of the kind does not hold. `stored`: the other entry, if there may be only one such entry. */
  | { readonly broken: ErrorCode; readonly stored?: readonly AnyEntry[] };

/**
 * Saves or edits entries of one kind, all or none. The same author sends them all, and each once.
 *
 * @param beside what the kind does besides, in the same transaction
 * @throws the error of a limit that the account would exceed; userNotFound if there is no profile
 */
export async function saveEntries(
  db: Database,
  kind: AnyKind,
  userId: string,
  sent: readonly Sent[],
  measure: Measure,
  beside?: Beside,
): Promise<Saved> {
  const [first, ...others] = sent;
  const added =
    first && others.length === 0 && (await addNew(db, kind, userId, first, measure, beside));
  return added || (await saveAll(db, kind, userId, sent, measure, beside));
}

/**
 * Saves a new entry without looking first whether it is stored. Most saves are of new entries, and this takes fewer
 * statements.
 *
 * @returns undefined if the entry may be stored already, or is refused
 */
async function addNew(
  db: Database,
  kind: AnyKind,
  userId: string,
  sent: Sent,
  measure: Measure,
  beside: Beside | undefined,
): Promise<Saved | undefined> {
  if ('edit' in sent) return undefined;
  const next = afterSave(kind, undefined, sent);
  if (typeof next === 'string' || brokenBy(kind, next, measure.now)) return undefined;
  if (kind.single?.holds(next as never)) return undefined;
  try {
    const measureBy = { ...measure, by: sent.by };
    return await db.transaction().execute(async (trx) => {
      const stored = await storeNew(trx, kind, userId, next, measureBy, beside);
      const number = stored.entries[0]?.number ?? 0;
      await addSaveActivity(trx, kind, userId, { ...measureBy, isEdit: false, number });
      return stored;
    });
  } catch (error) {
    if (error instanceof Repeated) return undefined;
    throw error;
  }
}

/** With the lock of the profile, no other transaction can change the entries that are read here. */
async function saveAll(
  db: Database,
  kind: AnyKind,
  userId: string,
  sent: readonly Sent[],
  measure: Measure,
  beside: Beside | undefined,
): Promise<Saved> {
  return await db.transaction().execute(async (trx) => {
    if (!(await lockProfile(trx, userId))) throw fail('userNotFound');
    const keys = sent.map(({ values }) => values);
    const found = await findByKeys(trx, kind, userId, keys);
    const decided = decide(kind, sent, found);
    if (!('changes' in decided)) return decided;
    const changes = decided.changes.filter(({ stored, next }) => next !== stored?.entry);
    for (const { next } of changes) {
      const broken = brokenBy(kind, next, measure.now);
      if (broken) return { broken };
      const other = await findOtherSingle(trx, kind, userId, next);
      if (other && kind.single) return { broken: kind.single.error, stored: [other] };
    }
    const [change] = changes;
    if (!change) {
      return { entries: decided.changes.flatMap((each) => each.stored ?? []), isBehind: false };
    }
    const measureBy = { ...measure, by: change.by };
    const { entries, isBehind } = await storeChanges(trx, kind, userId, changes, measureBy, beside);
    const isEdit = changes.some((each) => each.isEdit);
    const number = entries[0]?.number ?? 0;
    await addSaveActivity(trx, kind, userId, { ...measureBy, isEdit, number });
    const stored = new Map(changes.map((each, index) => [each, entries[index]]));
    const all = decided.changes.flatMap((each) => stored.get(each) ?? each.stored ?? []);
    return { entries: all, isBehind };
  });
}

/** What the entries become, also those that stay as they are; or the first reason to refuse the save. */
function decide(
  kind: AnyKind,
  sent: readonly Sent[],
  found: readonly Numbered[],
): Exclude<Saved, Stored> | { readonly changes: readonly Change[] } {
  const byId = new Map(found.map((each) => [entryIdOf(kind, each.entry), each]));
  const changes: Change[] = [];
  let isChanged = false;
  for (const each of sent) {
    const isEdit = 'edit' in each;
    const stored = byId.get(entryIdOf(kind, each.values));
    const next = isEdit
      ? afterEdit(kind, stored?.entry, each)
      : afterSave(kind, stored?.entry, each);
    if (next === 'gone' || next === 'ofOther') return { refused: next };
    if (next === 'changed') isChanged = true;
    else changes.push({ stored, next, by: each.by, isEdit });
  }
  if (!isChanged) return { changes };
  const present = found.map(({ entry }) => entry).filter(({ deletedAt }) => deletedAt === null);
  return { refused: 'changed', stored: present };
}

/** The error of the first check that an entry does not pass. */
function brokenBy({ checks = [] }: AnyKind, entry: AnyEntry, now: Instant): ErrorCode | undefined {
  const broken = checks.find(({ holds }) => !holds(entry as never, now));
  // A schema has checked the values of a save, but not those that an edit leaves as they are.
  return broken && (broken.error ?? 'badRequest');
}
