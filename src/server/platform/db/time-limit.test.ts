import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { freshUser, testApp } from '../../testing/app.ts';
import { onPostgres, openPlace } from '../../testing/databases.ts';
import { eventually } from '../../testing/eventually.ts';
import { expectRefusal } from '../../testing/refusals.ts';
import type { Database } from './database.ts';
import { Overloaded, TimeLimit, withTimeLimit } from './time-limit.ts';
import { isUnavailable } from './unavailable.ts';

const BRIEF_MS = 200;
/** The number of connections, and of calls that may wait for one. */
const CONNECTIONS = 10;
const WAITING = 1000;

const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

onPostgres((place) => {
  const test = testApp(place);

  /** Runs `run` while another connection locks all profiles. */
  async function whileHeld(db: Database, run: () => Promise<void>): Promise<void> {
    await db.transaction().execute(async (trx) => {
      await trx.updateTable('profiles').set({ revision: 0 }).execute();
      await run();
    });
  }

  it('refuses a save that waits for a lock too long, and stores one form when it is sent again', async () => {
    const { browser, userId } = await freshUser(test, ['Tremor']);
    const other = await openPlace(place());
    onTestFinished(() => other.destroy());
    const save = () =>
      browser.call('saveSymptomForm', {
        userId,
        submissionId: '5b3c7f1e-9f52-4c43-9d5c-0a3f0f0d7a11',
        formData: { symptom1: { name: 'Tremor', severity: 3 } },
      });
    await whileHeld(other, async () => {
      expectRefusal(await save(), 503, 'The server is busy. Please try again in a moment.');
    });
    const [first, second] = [await save(), await save()];
    expect([first.statusCode, second.statusCode]).toEqual([200, 200]);
    expect(second.json()).toEqual(first.json());
    const { n } = await test.context.db
      .selectFrom('forms')
      .select((eb) => eb.fn.countAll().as('n'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    expect(Number(n)).toBe(1);
  });

  it('counts the waits for a connection, a lock and a statement together', async () => {
    const { db } = test.context;
    // The first statement takes a quarter of the time, which leaves three quarters to spare on a busy
    // machine.
    const limit = new TimeLimit(2000);
    const slow = () => withTimeLimit(limit, () => sql`select pg_sleep(0.5)`.execute(db));
    const errors = [];
    for (let call = 0; call < 5; call += 1) errors.push(await failure(slow()));
    expect(errors.at(0)).toBeUndefined();
    expect(errors.at(-1)).toBeInstanceOf(Overloaded);
    expect(isUnavailable(errors.at(-1))).toBe(true);
  });

  it('rolls back a transaction whose time is over, and releases its locks', async () => {
    const { db } = test.context;
    const { userId } = await freshUser(test, ['Tremor']);
    const revision = () =>
      db.selectFrom('profiles').select('revision').where('user_id', '=', userId).executeTakeFirst();
    const before = await revision();
    const late = withTimeLimit(new TimeLimit(BRIEF_MS), () =>
      db.transaction().execute(async (trx) => {
        await trx.updateTable('profiles').set({ revision: 77 }).execute();
        // A transaction that continues nevertheless must not resolve.
        await sql`select pg_sleep(30)`.execute(trx).catch(() => {});
      }),
    );
    expect(await failure(late)).toBeInstanceOf(Overloaded);
    // The connection is closed before PostgreSQL's own time-out ends the statement.
    await eventually(async () => {
      const { rows } =
        await sql`select 1 from pg_stat_activity where query like '%pg_sleep(30)%' and pid <> pg_backend_pid()`.execute(
          db,
        );
      expect(rows).toEqual([]);
    });
    expect(await revision()).toEqual(before);
  });

  it('does not limit work that continues after the response', async () => {
    const { db } = test.context;
    const started = Promise.withResolvers<void>();
    let later: Promise<unknown> | undefined;
    await withTimeLimit(new TimeLimit(BRIEF_MS), async () => {
      later = started.promise.then(() => sql`select pg_sleep(0.5)`.execute(db));
    });
    started.resolve();
    await later;
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
});
