import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { Refusal } from '../platform/refusal.ts';
import { loadSecrets } from '../platform/secrets.ts';
import { newMigratedPlace, openPlace } from '../testing/databases.ts';
import { eventually } from '../testing/eventually.ts';
import { moveToPostgres } from './move.ts';

const person = (name: string) => ({
  user_id: name,
  email: name,
  password_hash: '',
  created_at: 0,
});

/** A SQLite database with an account, and an empty PostgreSQL database to move it to. */
async function somethingToMove() {
  const from = await newMigratedPlace('SQLite');
  loadSecrets(from.dataDir);
  const source = await openPlace(from);
  await source.insertInto('accounts').values(person('moved')).execute();
  await source.destroy();
  const to = await newMigratedPlace('PostgreSQL');
  const db = await openPlace(to);
  onTestFinished(() => db.destroy());
  const accounts = async () =>
    (await db.selectFrom('accounts').select('user_id').execute()).map((row) => row.user_id);
  const move = (databaseUrl = to.databaseUrl) =>
    moveToPostgres({ dataDir: from.dataDir, databaseUrl });
  return { db, accounts, move, databaseUrl: to.databaseUrl };
}

it('keeps an account that is created during the move, and rejects the move', async () => {
  const { db, accounts, move } = await somethingToMove();
  const moving = await db.transaction().execute(async (trx) => {
    await trx.insertInto('accounts').values(person('newcomer')).execute();
    const moving = move().catch((error: unknown) => error);
    // The move waits for the pending sign-up.
    await eventually(async () => {
      const waiting = sql`select 1 from pg_locks where not granted and database =
        (select oid from pg_database where datname = current_database())`;
      expect((await waiting.execute(db)).rows.length).toBeGreaterThan(0);
    });
    return { moving };
  });
  expect(String(await moving.moving)).toContain('There are accounts in the database already');
  expect(await accounts()).toEqual(['newcomer']);
});

it('lets one of two concurrent moves succeed and rejects the other', async () => {
  const { accounts, move, databaseUrl } = await somethingToMove();
  // The second move has another SQLite file, because only one move at a time can lock a file.
  const other = await somethingToMove();
  const ends = await Promise.allSettled([move(), other.move(databaseUrl)]);
  expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(ends.find((end) => end.status === 'rejected')?.reason).toBeInstanceOf(Refusal);
  expect(await accounts()).toEqual(['moved']);
});
