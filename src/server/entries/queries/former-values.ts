import type { Instant } from '../../../domain/zone.ts';
import type { Database } from '../../platform/db/database.ts';

/** The kinds of entries whose former values are in `former_values`. Former values of forms are in `former_ratings`. */
export type FormerKind = 'medication';

/** What a former version of a medication or a half-hour counts towards the text of an account (bytes). */
export const FORMER_BYTES = 300;

type Held = { readonly version: number; readonly deletedAt: number | null };

/** Stores an entry's old values before an edit replaces them, or before a person enters a deleted entry again. */
export async function addFormer(
  trx: Database,
  userId: string,
  kind: FormerKind,
  entryId: string,
  entry: Held,
  now: number,
): Promise<void> {
  await addFormers(trx, userId, kind, [{ entryId, entry }], now);
}

/** Stores the old values of several entries, like `addFormer`, in one statement. */
async function addFormers(
  trx: Database,
  userId: string,
  kind: FormerKind,
  replaced: readonly { readonly entryId: string; readonly entry: Held }[],
  now: number,
): Promise<void> {
  if (replaced.length === 0) return;
  const rows = replaced.map(({ entryId, entry }) => formerRow(userId, kind, entryId, entry, now));
  await trx.insertInto('former_values').values(rows).execute();
}

export function formerRow(
  userId: string,
  kind: FormerKind,
  entryId: string,
  { version, ...values }: Held,
  replacedAt: Instant,
) {
  return {
    user_id: userId,
    kind,
    entry_id: entryId,
    version,
    former: JSON.stringify(values),
    replaced_at: replacedAt,
    deleted_at: values.deletedAt,
  };
}
