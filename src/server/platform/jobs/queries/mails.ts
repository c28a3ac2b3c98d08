import type { Database } from '../../db/database.ts';
import { takeNext } from './due-queue.ts';

/** A mail that waits to be sent; what it says is encrypted. */
export interface StoredMail {
  readonly id: string;
  /** Keyed hash of the address it goes to. */
  readonly emailHash: string;
  /** Whose account it tells of, where it goes to an address that is not the account's any more. */
  readonly userId: string | null;
  readonly sealed: string;
  readonly dueAt: number;
  /** From when on it is of no use to anyone. */
  readonly expiresAt: number;
}

export async function addMail(db: Database, mail: StoredMail): Promise<void> {
  await db
    .insertInto('mails')
    .values({
      id: mail.id,
      email_hash: mail.emailHash,
      user_id: mail.userId,
      sealed: mail.sealed,
      tries: 0,
      due_at: mail.dueAt,
      expires_at: mail.expiresAt,
    })
    .execute();
}

/**
 * Takes the mail of those due that runs out soonest, for this process alone: a code is of use for minutes, a report for days.
 *
 * @param lostAt when the try counts as lost, so that another may be made
 * @returns the mail and how many tries were made before this one; undefined where none is due
 */
export async function takeDueMail(
  db: Database,
  now: number,
  lostAt: number,
): Promise<(StoredMail & { readonly tries: number }) | undefined> {
  return await takeNext(db, 'mails', lostAt, () =>
    db
      .selectFrom('mails')
      .select([
        'id',
        'email_hash as emailHash',
        'user_id as userId',
        'sealed',
        'tries',
        'due_at as dueAt',
        'expires_at as expiresAt',
      ])
      .where('due_at', '<=', now)
      .orderBy('expires_at')
      .orderBy('due_at')
      .orderBy('id')
      .executeTakeFirst(),
  );
}
