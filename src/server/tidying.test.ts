import { afterAll, beforeAll, expect, it } from 'vitest';
import { addAccount } from './identity/queries/accounts.ts';
import { countAttempt, deleteOldAttempts } from './identity/queries/attempts.ts';
import { addSession, deleteExpiredSessions } from './identity/queries/sessions.ts';
import type { Database } from './platform/db/database.ts';
import { onEveryDatabase, openPlace } from './testing/databases.ts';

onEveryDatabase((place) => {
  let db: Database;

  beforeAll(async () => {
    db = await openPlace(place());
  });

  afterAll(async () => {
    await db.destroy();
  });

  it('deletes expired sessions, and no others', async () => {
    const userId = 'a';
    await addAccount(db, { userId, email: 'a@example.org', passwordHash: '' }, 0);
    for (const expiresAt of [999, 1000, 1001]) {
      const session = { tokenHash: `until ${expiresAt}`, userId, isNewUser: false, expiresAt };
      await addSession(db, session, 0);
    }
    await deleteExpiredSessions(db, 1000);
    const left = await db.selectFrom('sessions').select('token_hash').execute();
    expect(left).toEqual([{ token_hash: 'until 1001' }]);
  });

  it('deletes attempts that no longer count, and no others', async () => {
    const limit = { max: 10, windowMs: 60_000 };
    await countAttempt(db, 'old', limit, 999);
    await countAttempt(db, 'new', limit, 1000);
    await deleteOldAttempts(db, 1000);
    const left = await db.selectFrom('attempts').select('limit_key').execute();
    expect(left).toEqual([{ limit_key: 'new' }]);
  });
});
