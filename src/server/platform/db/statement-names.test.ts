import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { newMigratedPlace, onPostgres, openPlace } from '../../testing/databases.ts';
import type { Database } from './database.ts';
import { isUnavailable } from './unavailable.ts';

/** The tests rely on the pool's order: queries that run one after another use the same connection. */
onPostgres(() => {
  async function opened(): Promise<Database> {
    const db = await openPlace(await newMigratedPlace('PostgreSQL'));
    onTestFinished(() => db.destroy());
    return db;
  }

  const find = (db: Database) =>
    db.selectFrom('attempts').selectAll().where('limit_key', '=', 'a').execute();

  /** Runs a query twice: first with the prepared statement that the test has removed or changed, and then again. */
  async function askTwice(db: Database) {
    const refused: unknown = await find(db).catch((error: unknown) => error);
    return { isUnavailable: isUnavailable(refused), afterwards: await find(db) };
  }

  it('prepares statements with few values, and none with many', async () => {
    const db = await opened();
    for (const count of [2, 3, 20, 30]) {
      const rows = Array.from({ length: count }, (_, row) => `${count}/${row}`);
      const values = rows.map((key) => ({ limit_key: key, tries: '[]', expires_at: 0 }));
      await db.insertInto('attempts').values(values).execute();
    }
    const kept = await sql`select 1 from pg_prepared_statements
      where statement like 'insert into "attempts"%'`.execute(db);
    expect(kept.rows).toHaveLength(2);
  });

  it('fails one call, and not all later ones, after a pooler has dropped the prepared statements', async () => {
    const db = await opened();
    await find(db);
    await sql`deallocate all`.execute(db);
    expect(await askTwice(db)).toEqual({ isUnavailable: true, afterwards: [] });
  });

  const namesIn = async (db: Database) => {
    const { rows } = await sql<{ name: string }>`select name from pg_prepared_statements
      where statement like 'select * from "attempts"%'`.execute(db);
    return rows.map(({ name }) => name);
  };

  it('gives a statement the same name in every process', async () => {
    const [one, other] = [await opened(), await opened()];
    await one.selectFrom('jobs').selectAll().where('id', '=', 'a').execute();
    for (const db of [one, other]) await find(db);
    const names = await namesIn(one);
    expect(names).toHaveLength(1);
    expect(await namesIn(other)).toEqual(names);
  });

  it('fails one call, and not all later ones, if a pooler hands over a connection on which another process has prepared the statement', async () => {
    const [one, other] = [await opened(), await opened()];
    await find(one);
    const [name = ''] = await namesIn(one);
    await sql`prepare ${sql.id(name)} as select 1`.execute(other);
    expect(await askTwice(other)).toEqual({ isUnavailable: true, afterwards: [] });
  });

  it('prepares nothing if the URL says so', async () => {
    const place = await newMigratedPlace('PostgreSQL');
    const db = await openPlace({ ...place, databaseUrl: `${place.databaseUrl}?prepare=false` });
    onTestFinished(() => db.destroy());
    expect(await find(db)).toEqual([]);
    const { rows } = await sql`select 1 from pg_prepared_statements`.execute(db);
    expect(rows).toEqual([]);
  });

  it('fails one call, and not all later ones, after a column was added to the table', async () => {
    const db = await opened();
    await find(db);
    await sql`alter table attempts add column more integer`.execute(db);
    expect(await askTwice(db)).toEqual({ isUnavailable: true, afterwards: [] });
  });

  it('does not report an unsupported feature as a stale statement', async () => {
    const db = await opened();
    const refused: unknown = await sql`select 1 from attempts where tries = ${'a'} group by tries
      for update`
      .execute(db)
      .catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: '0A000' });
    expect(isUnavailable(refused)).toBe(false);
  });
});
