import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Database } from '../platform/db/database.ts';
import { Browser, freshAccount, testApp } from '../testing/app.ts';
import { onPostgres } from '../testing/databases.ts';
import { eventually } from '../testing/eventually.ts';
import {
  authorization,
  comeBack,
  runOAuthFlow,
  standInForGoogle,
  takeOutcome,
  whoIsIn,
} from '../testing/oauth-flows.ts';
import { findAccountOf } from './queries/accounts.ts';
import { giveAddress, hasRemoved } from './queries/first-proof.ts';

/**
 * An owner reclaims an account at the moment in which another person signs in. These tests run on PostgreSQL only: all
 * writes of SQLite use one connection, so a test cannot hold a transaction open while another one waits.
 */
onPostgres((place) => {
  const settings = {};
  const google = standInForGoogle(settings);
  const test = testApp(place, settings);

  /**
   * Opens the redirect from Google. The query that writes to the account or its sessions waits until the transaction of
   * `change` commits.
   */
  async function comeBackDuring(
    { browser, userId, callback }: { browser: Browser; userId: string; callback: URL },
    change: (trx: Database) => Promise<void>,
  ): Promise<string | undefined> {
    const { db } = test.context;
    const returning = await db.transaction().execute(async (trx) => {
      await trx
        .updateTable('accounts')
        .set((row) => ({ email_proven: row.ref('email_proven') }))
        .where('user_id', '=', userId)
        .execute();
      await trx
        .updateTable('sessions')
        .set((row) => ({ expires_at: row.ref('expires_at') }))
        .where('user_id', '=', userId)
        .execute();
      const held = comeBack(browser, callback);
      await eventually(async () => {
        const waiting = await sql`select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
        expect(waiting.rows).toHaveLength(1);
      });
      await change(trx);
      // Wrapped in an object: returned alone, this promise would be awaited before the transaction commits, but it
      // resolves only afterwards.
      return { held };
    });
    await returning.held;
    return (await takeOutcome(browser))?.problem;
  }

  /** Removes the name that Google reported, so that nothing is entered in the account. */
  async function emptied(userId: string): Promise<string> {
    const unknown = { first_name: '', last_name: '' };
    const { db } = test.context;
    await db.updateTable('profiles').set(unknown).where('user_id', '=', userId).execute();
    return userId;
  }

  async function prove(trx: Database, userId: string): Promise<void> {
    const account = await findAccountOf(trx, userId);
    const stranger = { owns: () => false };
    const given = account && (await giveAddress(trx, account, stranger, test.now));
    expect(given?.firstProof && hasRemoved(given.firstProof)).toBe(true);
  }

  it('gives no session to a sign-in method that is removed at that moment', async () => {
    google.person({ emailVerified: false });
    const first = new Browser(test);
    expect(await runOAuthFlow(first, google.provider)).toBe('');
    const userId = await emptied((await whoIsIn(first))?.id ?? '');
    const browser = new Browser(test);
    const callback = await google.provider.followSignIn(await authorization(browser));
    const problem = await comeBackDuring({ browser, userId, callback }, (trx) =>
      prove(trx, userId),
    );
    expect(problem).toBe('Please sign in.');
    const sessions = await test.context.db.selectFrom('sessions').selectAll().execute();
    expect(sessions).toEqual([]);
  });

  it('stores no spreadsheet of a person whose account is reclaimed at that moment', async () => {
    google.person({ emailVerified: false });
    const browser = new Browser(test);
    expect(await runOAuthFlow(browser, google.provider)).toBe('');
    const userId = await emptied((await whoIsIn(browser))?.id ?? '');
    const url = await authorization(browser, { purpose: 'sheets' });
    const callback = await google.provider.followSignIn(url);
    const problem = await comeBackDuring({ browser, userId, callback }, (trx) =>
      prove(trx, userId),
    );
    expect(problem).toBe('Please sign in.');
    const kept = await test.context.db.selectFrom('provider_tokens').selectAll().execute();
    expect(kept).toEqual([]);
  });

  it('removes nothing that the owner has just set in another window', async () => {
    const { email, userId } = await freshAccount(test);
    google.person({ email });
    const browser = new Browser(test);
    const callback = await google.provider.followSignIn(await authorization(browser));
    const problem = await comeBackDuring({ browser, userId, callback }, async (trx) => {
      await prove(trx, userId);
      const change = { password_hash: 'the owner’s own' };
      await trx.updateTable('accounts').set(change).where('user_id', '=', userId).execute();
    });
    expect(problem).toMatch(/^An account with this email already exists\./);
    expect(await findAccountOf(test.context.db, userId)).toMatchObject({
      passwordHash: 'the owner’s own',
      emailProven: true,
    });
  });
});
