import type { Database } from './database.ts';

/** Holds a person's profile until the transaction ends: no form is saved, edited or queued meanwhile. */
export async function holdProfile(trx: Database, userId: string): Promise<void> {
  // Written anew as it is: an update holds the row on every engine, without its own lock syntax.
  await trx
    .updateTable('profiles')
    .set((row) => ({ last_form_number: row.ref('last_form_number') }))
    .where('user_id', '=', userId)
    .execute();
}
