import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { unknownPerson } from '../contract/facts.ts';
import { addAccount } from './identity/queries/accounts.ts';
import { countAttempt, deleteOldAttempts } from './identity/queries/attempts.ts';
import { deleteExpiredCodes } from './identity/queries/codes.ts';
import { deleteExpiredInvitations } from './identity/queries/invitations.ts';
import { deleteExpiredOAuthFlows } from './identity/queries/oauth-flows.ts';
import { addSession, deleteExpiredSessions } from './identity/queries/sessions.ts';
import type { Database } from './platform/db/database.ts';
import { addProfile } from './profile/queries/profiles.ts';
import { onEveryDatabase, openPlace } from './testing/databases.ts';

onEveryDatabase((place, onlyOnce) => {
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
      const session = { tokenHash: `until ${expiresAt}`, userId, browser: 'A browser' };
      await addSession(db, { ...session, isNewUser: false, expiresAt }, 0);
    }
    await deleteExpiredSessions(db, 1000);
    const left = await db.selectFrom('sessions').select('token_hash').execute();
    expect(left).toEqual([{ token_hash: 'until 1001' }]);
  });

  it('deletes expired invitations, and no others', async () => {
    const userId = 'inviting';
    await addAccount(db, { userId, email: 'inviting@example.org', passwordHash: '' }, 0);
    await addProfile(db, userId, unknownPerson('UTC'), 0);
    const rows = [999, 1000, 1001].map((expires_at) => ({
      ...{ user_id: userId, invitation_id: `until ${expires_at}`, email: 'helper@example.org' },
      ...{ link_hash: `link ${expires_at}`, letter_hash: `letter ${expires_at}` },
      ...{ may: 'read', reads_notes: 0, created_at: 0, expires_at },
    }));
    await db.insertInto('invitations').values(rows).execute();
    await deleteExpiredInvitations(db, 1000);
    const left = await db.selectFrom('invitations').select('invitation_id').execute();
    expect(left).toEqual([{ invitation_id: 'until 1001' }]);
  });

  it('deletes expired codes and OAuth flows, however many, and no others', async () => {
    const times = [...Array.from({ length: 5001 }, (_, index) => -index), 1000, 1001];
    const codes = times.map((expires_at) => ({
      ...{ challenge_hash: `until ${expires_at}`, purpose: 'resetPassword', email_hash: '' },
      ...{ user_id: null, code_hash: '', tries: 0, expires_at },
    }));
    const flows = times.map((expires_at) => ({
      ...{ state_hash: `until ${expires_at}`, browser_hash: '', user_id: null },
      ...{ sealed: '', expires_at },
    }));
    for (let first = 0; first < times.length; first += 1000) {
      const part = [first, first + 1000] as const;
      await db
        .insertInto('codes')
        .values(codes.slice(...part))
        .execute();
      await db
        .insertInto('oauth_flows')
        .values(flows.slice(...part))
        .execute();
    }
    await deleteExpiredCodes(db, 1000);
    await deleteExpiredOAuthFlows(db, 1000);
    for (const table of ['codes', 'oauth_flows'] as const) {
      const left = await db.selectFrom(table).select('expires_at').execute();
      expect(left, table).toEqual([{ expires_at: 1001 }]);
    }
  });

  onlyOnce(() => {
    it.each([
      ['sessions', 'expires_at'],
      ['codes', 'expires_at'],
      ['oauth_flows', 'expires_at'],
      ['attempts', 'expires_at'],
    ])('finds the old rows of %s without reading the others', async (table, column) => {
      const { rows } = await sql<{ detail: string }>`
        explain query plan
        select 1 from ${sql.table(table)} where ${sql.ref(column)} <= 0`.execute(db);
      expect(rows.map(({ detail }) => detail).join()).toContain(`INDEX ${table}_expiry`);
    });
  });

  it('deletes attempts that no longer count, and no others', async () => {
    const limit = { max: 10, windowMs: 60_000 };
    await countAttempt(db, 'old', limit, 999);
    await countAttempt(db, 'new', limit, 1000);
    await deleteOldAttempts(db, 60_999);
    const left = await db.selectFrom('attempts').select('limit_key').execute();
    expect(left).toEqual([{ limit_key: 'new' }]);
  });

  it('keeps the rows with the most attempts if there are too many', async () => {
    const limit = { max: 10, windowMs: 60_000 };
    for (const [key, times] of Object.entries({ once: 1, often: 3, never: 0, twice: 2 })) {
      await countAttempt(db, key, limit, 100_000, times);
    }
    await deleteOldAttempts(db, 100_000, 2);
    const left = await db.selectFrom('attempts').select('limit_key').orderBy('limit_key').execute();
    expect(left).toEqual([{ limit_key: 'often' }, { limit_key: 'twice' }]);
  });
});
