import { Kysely, sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { freshUser, testApp } from '../../testing/app.ts';
import { newMigratedPlace, onPostgres, openPlace } from '../../testing/databases.ts';
import { openGate } from '../../testing/gate.ts';
import { expectRefusal } from '../../testing/refusals.ts';
import { Refusal } from '../refusal.ts';
import { openBulk } from './bulk.ts';
import { connect, type Database } from './database.ts';
import { postgresDialect } from './postgres.ts';
import type { Tables } from './tables.ts';
import { isUnavailable, Overloaded } from './unavailable.ts';

/** The number of connections, and of calls that may wait for one. */
const CONNECTIONS = 10;
const WAITING = 1000;
/** Longer than any time limit of the role (ms). */
const LONG_MS = 60_000;

const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

onPostgres((place) => {
  const test = testApp(place);

  async function opened(at = place()): Promise<Database> {
    const db = await openPlace(at);
    onTestFinished(() => db.destroy());
    return db;
  }

  const statementLimit = async (db: Database) => {
    const { rows } = await sql<{ statement_timeout: string }>`show statement_timeout`.execute(db);
    return rows[0]?.statement_timeout;
  };

  it('refuses a save that waits for a lock too long, and stores one form when it is sent again', async () => {
    const { browser, userId } = await freshUser(test, ['Tremor']);
    const other = await opened();
    const save = () =>
      browser.call('saveSymptomForm', {
        userId,
        submissionId: '5b3c7f1e-9f52-4c43-9d5c-0a3f0f0d7a11',
        formData: { symptom1: { name: 'Tremor', severity: 3 } },
      });
    await other.transaction().execute(async (trx) => {
      await trx.updateTable('profiles').set({ revision: 0 }).execute();
      expectRefusal(await save(), 503, 'The server is busy. Please try again in a moment.');
    });
    const [first, second] = [await save(), await save()];
    expect([first.statusCode, second.statusCode]).toEqual([200, 200]);
    expect(second.json()).toEqual(first.json());
    const { n } = await test.context.db
      .selectFrom('entries')
      .select((eb) => eb.fn.countAll().as('n'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    expect(Number(n)).toBe(1);
  });

  it('ends a statement that takes too long, on the server, and rolls back its transaction', async () => {
    const { db } = test.context;
    const { userId } = await freshUser(test, ['Tremor']);
    const revision = () =>
      db.selectFrom('profiles').select('revision').where('user_id', '=', userId).executeTakeFirst();
    const before = await revision();
    const late = db.transaction().execute(async (trx) => {
      await trx.updateTable('profiles').set({ revision: 77 }).execute();
      await sql`select pg_sleep(${LONG_MS / 1000})`.execute(trx);
    });
    const error = await failure(late);
    expect(error).toMatchObject({ code: '57014' });
    expect(isUnavailable(error)).toBe(true);
    expect(await revision()).toEqual(before);
  });

  it('gives up a server that does not answer, and replaces the connection', async () => {
    const target = new URL(place().databaseUrl ?? '');
    const gate = await openGate(0, Number(target.port));
    onTestFinished(() => gate.close());
    target.port = String(gate.port);
    const db = connect({ ...place(), databaseUrl: target.href, onError: () => {} });
    onTestFinished(() => db.destroy());
    await sql`select 1`.execute(db);
    gate.delayMs = LONG_MS;
    const error = await failure(db.transaction().execute((trx) => sql`select 1`.execute(trx)));
    expect(isUnavailable(error)).toBe(true);
    gate.delayMs = 0;
    expect((await sql`select 2 as two`.execute(db)).rows).toEqual([{ two: 2 }]);
  });

  it('refuses a call at once if a thousand are waiting for a connection', async () => {
    const { db } = test.context;
    const release = Promise.withResolvers<void>();
    const held = Array.from({ length: CONNECTIONS }, () => Promise.withResolvers<void>());
    const holding = held.map(({ resolve }) =>
      db.connection().execute(async () => {
        resolve();
        await release.promise;
      }),
    );
    await Promise.all(held.map(({ promise }) => promise));
    const calls = Array.from({ length: WAITING + 1 }, () => sql`select 1`.execute(db));
    await expect(Promise.race(calls)).rejects.toThrow(Overloaded);
    release.resolve();
    await Promise.all(holding);
    const refused = await Promise.all(calls.map(failure));
    expect(refused.filter(Boolean).length).toBe(1);
  });

  it('sets a limit again that the role has lost', async () => {
    const at = await newMigratedPlace('PostgreSQL');
    const first = await opened(at);
    expect(await statementLimit(first)).toBe('4s');
    const { pathname } = new URL(at.databaseUrl ?? '');
    const name = sql.id(pathname.slice(1));
    await sql`alter role current_user in database ${name} reset statement_timeout`.execute(first);
    expect(await statementLimit(await opened(at))).toBe('4s');
  });

  it('does not start with connections that lack a limit, and names the statement to run', async () => {
    const url = new URL(place().databaseUrl ?? '');
    url.searchParams.set('options', '-c statement_timeout=0');
    const error = await failure(openPlace({ ...place(), databaseUrl: url.href }));
    expect(error).toBeInstanceOf(Refusal);
    expect(String(error)).toMatch(
      /alter role postgres in database test_\w+ set statement_timeout = '4s';$/,
    );
  });

  it('limits no migration and no bulk copy', async () => {
    const { databaseUrl = '', dataDir } = place();
    const options = { onError: () => {}, isUnlimited: true };
    const migrating = new Kysely<Tables>({ dialect: postgresDialect(databaseUrl, options) });
    onTestFinished(() => migrating.destroy());
    const limit = await migrating.transaction().execute((trx) => statementLimit(trx));
    expect(limit).toBe('0');

    const name = sql.id(new URL(databaseUrl).pathname.slice(1));
    await sql`create function slow() returns text language sql as 'select pg_sleep(0.3)::text'`.execute(
      test.context.db,
    );
    await sql`create view slow_rows as select slow() as word`.execute(test.context.db);
    await sql`alter role current_user in database ${name} set statement_timeout = 100`.execute(
      test.context.db,
    );
    for (const purpose of ['reading', 'writing'] as const) {
      const bulk = await openBulk({ databaseUrl, dataDir });
      await bulk.begin(purpose);
      expect(await Array.fromAsync(bulk.rows('slow_rows'))).toEqual([[{ word: '' }]]);
      await bulk.close();
    }
  });
});
