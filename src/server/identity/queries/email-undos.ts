import { type Database, isTaken } from '../../platform/db/database.ts';
import { addJob, type NewJob } from '../../platform/jobs/queries/jobs.ts';
import { endEveryAccessTo } from './access.ts';
import { findAccountOf } from './accounts.ts';
import { addActivity } from './activity.ts';
import { forgetBrowsersOf } from './browsers.ts';
import { deleteCodes, lockCodes } from './codes.ts';
import { findIdentitiesOf, type Identity } from './identities.ts';
import { lockAccount } from './locked-accounts.ts';
import { deleteSessionsOf } from './sessions.ts';
import { removeIdentity } from './ways-in.ts';

/** A former address that can get its account back. */
interface EmailUndo {
  readonly userId: string;
  readonly email: string;
  readonly changedAt: number;
}

/**
 * Gives an account back the address that it had, as the owner of that address wants it. Whoever changed it knows the
 * password and may have added other things since. So the password, the sessions and known browsers end, and everything
 * that was added since the change: sign-in with providers, helpers, invitations and links.
 *
 * @param undo.hashOf the keyed hash of an address
 * @param undo.idOf the keyed hash of an identity
 * @param undo.noticeTo the letter to the address that the account loses; sent only if that was proven
 * @returns 'gone' if the secret is wrong, used or expired, or the account has the address
 */
export async function undoEmailChange(
  db: Database,
  undo: {
    readonly secretHash: string;
    readonly hashOf: (email: string) => string;
    readonly idOf: (identity: Identity) => string;
    readonly noticeTo: (email: string, userId: string) => NewJob;
  },
  now: number,
): Promise<'undone' | 'gone' | 'emailInUse'> {
  const { secretHash, hashOf, idOf, noticeTo } = undo;
  const undoing = db.transaction().execute(async (trx) => {
    const found = await findUndo(trx, secretHash, now);
    if (!found) return 'gone';
    const { userId, email, changedAt } = found;
    const present = await findAccountOf(trx, userId);
    await lockCodes(trx, hashOf(email));
    if (present) await lockCodes(trx, hashOf(present.email));
    if (!(await lockAccount(trx, userId))) return 'gone';
    // Also the undos of later changes, which somebody else may hold.
    const used = await trx
      .deleteFrom('email_undos')
      .where('user_id', '=', userId)
      .where('changed_at', '>=', changedAt)
      .returning('secret_hash as secretHash')
      .execute();
    if (!used.some((each) => each.secretHash === secretHash)) return 'gone';
    const account = await findAccountOf(trx, userId);
    if (!account || account.email === email) return 'gone';
    await trx
      .updateTable('accounts')
      .set({ email, email_proven: 1, password_hash: '' })
      .where('user_id', '=', userId)
      .execute();
    await deleteSessionsOf(trx, userId);
    await forgetBrowsersOf(trx, userId);
    await deleteCodes(trx, hashOf(email));
    await deleteCodes(trx, hashOf(account.email));
    for (const identity of await findIdentitiesOf(trx, userId)) {
      if (identity.createdAt < changedAt) continue;
      await removeIdentity(trx, userId, identity, { personHash: idOf(identity) }, now);
    }
    await endEveryAccessTo(trx, userId, now, changedAt);
    if (account.emailProven) await addJob(trx, noticeTo(account.email, userId));
    await addActivity(trx, userId, now, 'emailChangedBack');
    return 'undone';
  });
  return await undoing.catch((error: unknown) => {
    // Another account took the address in the moment of the change.
    if (isTaken(error)) return 'emailInUse';
    throw error;
  });
}

async function findUndo(
  db: Database,
  secretHash: string,
  now: number,
): Promise<EmailUndo | undefined> {
  return await db
    .selectFrom('email_undos')
    .select(['user_id as userId', 'email', 'changed_at as changedAt'])
    .where('secret_hash', '=', secretHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}
