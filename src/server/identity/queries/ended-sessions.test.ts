import { expect, it } from 'vitest';
import { freshUser, testApp } from '../../testing/app.ts';
import { everythingStored, onEveryDatabase } from '../../testing/databases.ts';
import { countedKeysOf } from '../counted.ts';
import { changePassword, deleteAccount, findAccountOf } from './accounts.ts';

/**
 * Hashing a password or asking a provider takes time between the check of the session and the change. If the
 * session ends in that time, for example through a password reset, the call changes nothing.
 */
onEveryDatabase((place) => {
  const test = testApp(place);

  async function endedSession() {
    const { userId, email } = await freshUser(test);
    const { db, secrets, outbox } = test.context;
    const [session] = await db
      .deleteFrom('sessions')
      .where('user_id', '=', userId)
      .returning('token_hash as tokenHash')
      .execute();
    const account = await findAccountOf(db, userId);
    if (!session || !account) throw new Error('There is no session');
    const notice = outbox.enclose({ to: email, letter: { kind: 'passwordChanged' } });
    return { ...session, account, emailHash: secrets.keyedHash(email), notice };
  }

  it('sets no password', async () => {
    const { db } = test.context;
    const ended = await endedSession();
    const before = await everythingStored(db);
    expect(await changePassword(db, { ...ended, passwordHash: 'another' }, 0)).toBe('signedOut');
    expect(await everythingStored(db)).toEqual(before);
  });

  it('deletes no account', async () => {
    const { db } = test.context;
    const { account, ...ended } = await endedSession();
    const before = await everythingStored(db);
    const { userId, email } = account;
    const attemptKeys = countedKeysOf(test.context, { email, shareIds: [] });
    const rows = { ...ended, userId, endings: [], attemptKeys };
    expect(await db.transaction().execute((trx) => deleteAccount(trx, rows, test.now))).toBe(false);
    expect(await everythingStored(db)).toEqual(before);
  });
});
