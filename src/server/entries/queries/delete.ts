import type { ErrorCode } from '../../../contract/errors.ts';
import type { AnyKind } from '../../../contract/kinds/kind.ts';
import { isPerson, mayChange } from '../../identity/authors.ts';
import type { Database } from '../../platform/db/database.ts';
import { lockProfile } from '../../profile/queries/locked-profiles.ts';
import type { AnyEntry, KeyValues } from '../columns.ts';
import { type Deletion, RESTORABLE_MS } from './entries.ts';
import { countChanged } from './fair-use.ts';
import { findByKeys, findOtherSingle } from './find.ts';
import type { Numbered } from './select.ts';
import { type Stored, storeDeletions } from './store.ts';
import { addEntryActivity } from './tell.ts';

type Deleted =
  | Stored
  | { readonly refused: 'gone' }
  | { readonly broken: ErrorCode; readonly stored: readonly AnyEntry[] };

/**
 * Deletes entries, or restores them within 30 days, all or none. An entry that is already in that state stays as it is.
 * A change by the person ends the helper's right to change the entry.
 *
 * @param keys different keys
 * @returns the entries, in the order of time. `gone`: one is not stored, can no longer be restored, or may not be changed
 */
export async function setEntriesDeleted(
  db: Database,
  kind: AnyKind,
  userId: string,
  keys: readonly KeyValues[],
  { isDeleted, now, limits, by }: Deletion,
): Promise<Deleted> {
  return await db.transaction().execute(async (trx) => {
    await lockProfile(trx, userId);
    const found = await findByKeys(trx, kind, userId, keys);
    const isGone = ({ entry }: Numbered) =>
      !mayChange(by, entry) || (entry.deletedAt ?? now) <= now - RESTORABLE_MS;
    if (found.length < keys.length || found.some(isGone)) return { refused: 'gone' };
    const isAlready = ({ entry }: Numbered) => (entry.deletedAt !== null) === isDeleted;
    const taken = isPerson(by) && { authorId: undefined };
    const after = found.map((each): Numbered => {
      if (isAlready(each)) return each;
      return { ...each, entry: { ...each.entry, ...taken, deletedAt: isDeleted ? now : null } };
    });
    const changed = after.filter((each, index) => each !== found[index]);
    for (const { entry } of isDeleted ? [] : changed) {
      const other = await findOtherSingle(trx, kind, userId, entry);
      if (other && kind.single) return { broken: kind.single.error, stored: [other] };
    }
    let isBehind = false;
    if (changed.length > 0) {
      await countChanged(trx, userId, by, { changed: changed.length, limits, now });
      isBehind = await storeDeletions(trx, kind, userId, changed, {
        ...{ deletedAt: isDeleted ? now : null, by, now },
      });
      const verb = isDeleted ? 'Deleted' : 'Restored';
      const number = changed[0]?.number ?? 0;
      await addEntryActivity(trx, kind, userId, verb, { now, by, number });
    }
    return { entries: after, isBehind };
  });
}
