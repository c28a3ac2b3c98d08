import type { Database } from '../../platform/db/database.ts';

/** The kinds of entries whose former values are stored here. Those of forms have a table of their own. */
export type FormerKind = 'medication' | 'dose' | 'checkIn';

/** What a former version of medication counts towards the text of an account, about what it takes in the database (bytes). */
export const FORMER_BYTES = 300;

/**
 * Stores the values that are replaced: by an edit, or by entering again what was deleted.
 *
 * @returns the size of the stored text (bytes)
 */
export async function addFormer(
  trx: Database,
  userId: string,
  kind: FormerKind,
  entryId: string,
  { version, ...values }: { readonly version: number; readonly deletedAt: number | null },
  now: number,
): Promise<number> {
  const former = JSON.stringify(values);
  await trx
    .insertInto('former_entries')
    .values({
      user_id: userId,
      kind,
      entry_id: entryId,
      version,
      former,
      replaced_at: now,
      deleted_at: values.deletedAt,
    })
    .execute();
  return Buffer.byteLength(former);
}
