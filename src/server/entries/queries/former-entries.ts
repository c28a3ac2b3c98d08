import type { Database } from '../../platform/db/database.ts';

/** The kinds of entries whose former values are stored here. Those of forms have a table of their own. */
export type FormerKind = 'medication' | 'dose';

/** What a former version counts towards the text of an account, about what it takes in the database (bytes). */
export const FORMER_BYTES = 300;

/** Stores the values that an edit replaces. */
export async function addFormer(
  trx: Database,
  userId: string,
  kind: FormerKind,
  entryId: string,
  { version, ...values }: { readonly version: number },
  now: number,
): Promise<void> {
  await trx
    .insertInto('former_entries')
    .values({
      user_id: userId,
      kind,
      entry_id: entryId,
      version,
      former: JSON.stringify(values),
      replaced_at: now,
    })
    .execute();
}
