import type { Database } from '../../platform/db/database.ts';

/**
 * Holds a person's profile until the transaction ends: no form is saved, edited, brought in or queued
 * meanwhile, and no slot changed.
 *
 * @returns the Form # given last; undefined where the user has no profile
 */
export async function holdProfile(trx: Database, userId: string): Promise<number | undefined> {
  // Written anew as it is: an update holds the row on every engine, without its own lock syntax.
  const held = await trx
    .updateTable('profiles')
    .set((row) => ({ last_form_number: row.ref('last_form_number') }))
    .where('user_id', '=', userId)
    .returning('last_form_number as lastFormNumber')
    .executeTakeFirst();
  return held?.lastFormNumber;
}
