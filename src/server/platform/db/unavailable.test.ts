import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { addAccount } from '../../identity/queries/accounts.ts';
import { addSession } from '../../identity/queries/sessions.ts';
import { onEveryDatabase, onPostgres, openPlace } from '../../testing/databases.ts';
import { eventually } from '../../testing/eventually.ts';
import { freePort } from '../../testing/free-port.ts';
import { explain } from '../explain.ts';
import { type Database, openDatabase } from './database.ts';
import { isBusy, isStorageFault, isUnavailable } from './unavailable.ts';

it('reports a SQLite file as busy while another process writes to it', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'symptom-tracker-'));
  const [one, other] = [1, 2].map(() => new DatabaseSync(join(dataDir, 'a.db'), { timeout: 0 }));
  onTestFinished(async () => {
    one?.close();
    other?.close();
    await rm(dataDir, { recursive: true });
  });
  one?.exec('begin immediate');
  const error = errorOf(() => other?.exec('begin immediate'));
  expect([isBusy(error), isUnavailable(error)]).toEqual([true, true]);
  const mistake = errorOf(() => other?.exec('select * from nothing'));
  expect([isBusy(mistake), isUnavailable(mistake)]).toEqual([false, false]);
});

it('reports a read-only SQLite file as a storage fault', async () => {
  const file = new DatabaseSync(':memory:');
  onTestFinished(() => file.close());
  file.exec('create table words (word text) strict');
  file.exec('pragma query_only = on');
  const error = errorOf(() => file.exec('begin immediate'));
  expect([isStorageFault(error), isUnavailable(error)]).toEqual([true, false]);
  const mistake = errorOf(() => file.exec('select * from nothing'));
  expect(isStorageFault(mistake)).toBe(false);
});

it('reports a PostgreSQL server that is not running as unavailable', async () => {
  const databaseUrl = `postgres://postgres@127.0.0.1:${await freePort()}/postgres`;
  const opening = openDatabase({ databaseUrl, dataDir: '', onError: () => {} });
  const error = await opening.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect([isBusy(error), isUnavailable(error)]).toEqual([false, true]);
});

it('reports a PostgreSQL server without a socket file as unavailable', async () => {
  const databaseUrl = 'postgres://postgres@%2Fnowhere/postgres';
  const opening = openDatabase({ databaseUrl, dataDir: '', onError: () => {} });
  const error = await opening.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(isUnavailable(error)).toBe(true);
  expect(explain(error)).toMatch(
    /^The database cannot be used\. Please check DATABASE_URL: .*ENOENT/,
  );
});

it.each(['EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])(
  'reports the network error %s as unavailable',
  (code) => {
    const error = Object.assign(new Error(`connect ${code}`), { code, syscall: 'connect' });
    expect(isUnavailable(error)).toBe(true);
    expect(explain(error)).toMatch(/^[^\n]* check (HOST and )?DATABASE_URL: [^\n]*$/);
  },
);

onEveryDatabase((place) => {
  it('does not report a rejected row as unavailable', async () => {
    const db = await openPlace(place());
    onTestFinished(() => db.destroy());
    await addAccount(db, { userId: 'a', email: 'a@example.org', passwordHash: '' }, 0);
    const once = { tokenHash: 'once', userId: 'a', browser: 'A browser' };
    const session = { ...once, isNewUser: false, expiresAt: 1 };
    await addSession(db, session, 0);
    const error = await addSession(db, session, 0).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(Error);
    expect([isBusy(error), isUnavailable(error)]).toEqual([false, false]);
  });
});

onPostgres((place) => {
  it('reports a server that only reads as unavailable and not as a storage fault, and connects again', async () => {
    const db = await openPlace(place());
    onTestFinished(() => db.destroy());
    const backend = async (on: Database) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(on);
      return rows[0]?.pid;
    };
    let former: number | undefined;
    const refused: unknown = await db
      .transaction()
      .execute(async (trx) => {
        former = await backend(trx);
        // A server behaves like this when it was promoted to primary a moment ago.
        await sql`set transaction read only`.execute(trx);
        await trx.deleteFrom('attempts').execute();
      })
      .catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: '25006' });
    expect([isUnavailable(refused), isStorageFault(refused)]).toEqual([true, false]);
    expect(await backend(db)).not.toBe(former);
  });

  it('fails the transaction, and not the process, if a connection breaks between two statements', async () => {
    const db = await openPlace(place());
    onTestFinished(() => db.destroy());
    const ended = db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
      await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(db);
      // Wait without a query on the ended connection, so that only the connection's own event reports the break.
      await eventually(async () => {
        const left = sql`select 1 from pg_stat_activity where pid = ${rows[0]?.pid}`.execute(db);
        expect((await left).rows).toEqual([]);
      });
      await sql`select 1`.execute(trx);
    });
    expect(isUnavailable(await ended.catch((error: unknown) => error))).toBe(true);
    expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
  });
});

function errorOf(run: () => unknown): unknown {
  try {
    run();
    return undefined;
  } catch (error) {
    return error;
  }
}
