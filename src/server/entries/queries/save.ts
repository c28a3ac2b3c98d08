import type { ErrorCode } from '../../../contract/errors.ts';
import type { AnyKind } from '../../../contract/kinds/kind.ts';
import type { Instant } from '../../../domain/zone.ts';
import type { Database } from '../../platform/db/database.ts';
import { fail } from '../../platform/http/fail.ts';
import { lockProfile } from '../../profile/queries/locked-profiles.ts';
import { type AnyEntry, entryIdOf } from '../columns.ts';
import { afterEdit, afterSave, type Refused, type Sent } from '../next-entry.ts';
import type { Measure } from './fair-use.ts';
import { findByKeys, findOtherSingle, type Numbered } from './find.ts';
import { addSaveActivity, type Change, Repeated, storeChanges, storeNew } from './store.ts';

/** The entries after a save, in the order in which they were sent; or why nothing was stored. */
export type Saved =
  | { readonly entries: readonly AnyEntry[] }
  | { readonly refused: 'changed'; readonly stored: readonly AnyEntry[] }
  | { readonly refused: Exclude<Refused, 'changed'> }
  /** A check of the kind does not hold. `stored`: the other entry, if there may be only one such entry. */
  | { readonly broken: ErrorCode; readonly stored?: readonly AnyEntry[] };

/**
 * Saves or edits entries of one kind, all or none. The same author sends them all, and each once.
 *
 * @throws the error of a limit that the account would exceed; userNotFound if there is no profile
 */
export async function saveEntries(
  db: Database,
  kind: AnyKind,
  userId: string,
  sent: readonly Sent[],
  measure: Measure,
): Promise<Saved> {
  const [first, ...others] = sent;
  const added = first && others.length === 0 && (await addNew(db, kind, userId, first, measure));
  return added || (await saveAll(db, kind, userId, sent, measure));
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
): Promise<Saved | undefined> {
  if ('edit' in sent) return undefined;
  const next = afterSave(kind, undefined, sent);
  if (typeof next === 'string' || brokenBy(kind, next, measure.now)) return undefined;
  if (kind.single?.holds(next as never)) return undefined;
  try {
    const measureBy = { ...measure, by: sent.by };
    await db.transaction().execute(async (trx) => {
      await storeNew(trx, kind, userId, next, measureBy);
      await addSaveActivity(trx, kind, userId, { ...measureBy, isEdit: false });
    });
    return { entries: [next] };
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
): Promise<Saved> {
  return await db.transaction().execute(async (trx) => {
    if (!(await lockProfile(trx, userId))) throw fail('userNotFound');
    const keys = sent.map(({ values }) => values);
    const found = await findByKeys(trx, kind, userId, keys);
    const decided = decide(kind, sent, found);
    if (!('changes' in decided)) return decided;
    const { changes, entries } = decided;
    for (const { next } of changes) {
      const broken = brokenBy(kind, next, measure.now);
      if (broken) return { broken };
      const other = await findOtherSingle(trx, kind, userId, next);
      if (other && kind.single) return { broken: kind.single.error, stored: [other] };
    }
    const [change] = changes;
    if (change) {
      await storeChanges(trx, kind, userId, changes, { ...measure, by: change.by });
      const isEdit = changes.some((each) => each.isEdit);
      await addSaveActivity(trx, kind, userId, { ...measure, by: change.by, isEdit });
    }
    return { entries };
  });
}

/** What the entries become, or the first reason to refuse the save. */
function decide(
  kind: AnyKind,
  sent: readonly Sent[],
  found: readonly Numbered[],
): Saved | { readonly entries: readonly AnyEntry[]; readonly changes: readonly Change[] } {
  const byId = new Map(found.map((each) => [entryIdOf(kind, each.entry), each]));
  const changes: Change[] = [];
  const entries: AnyEntry[] = [];
  let isChanged = false;
  for (const each of sent) {
    const stored = byId.get(entryIdOf(kind, each.values));
    const next =
      'edit' in each ? afterEdit(kind, stored?.entry, each) : afterSave(kind, stored?.entry, each);
    if (next === 'gone' || next === 'ofOther') return { refused: next };
    if (next === 'changed') isChanged = true;
    else {
      entries.push(next);
      if (next !== stored?.entry) {
        changes.push({ stored, next, by: each.by, isEdit: 'edit' in each });
      }
    }
  }
  if (!isChanged) return { entries, changes };
  const present = found.map(({ entry }) => entry).filter(({ deletedAt }) => deletedAt === null);
  return { refused: 'changed', stored: present };
}

/** The error of the first check that an entry does not pass. */
function brokenBy({ checks = [] }: AnyKind, entry: AnyEntry, now: Instant): ErrorCode | undefined {
  return checks.find(({ error, holds }) => error && !holds(entry as never, now))?.error;
}
