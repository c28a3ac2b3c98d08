import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { onPostgres, openPlace } from '../../testing/databases.ts';
import { SPREAD_BY_PERSON, spreadOverCitus } from './citus.ts';
import type { Database } from './database.ts';

onPostgres((place) => {
  let db: Database;

  beforeAll(async () => {
    db = await openPlace(place());
  });

  afterAll(() => db.destroy());

  it('a database without Citus is left as it is', async () => {
    await expect(spreadOverCitus(db)).rejects.toThrow(/has no Citus\. Nothing was changed/);
  });

  it('each table comes after what it refers to, and none is forgotten', async () => {
    const { rows } = await sql<{ child: string; parent: string }>`
      select conrelid::regclass::text as child, confrelid::regclass::text as parent
      from pg_constraint where contype = 'f'`.execute(db);
    const spread: readonly string[] = SPREAD_BY_PERSON;
    for (const { child, parent } of rows) {
      if (parent === 'accounts') continue;
      expect(spread.indexOf(parent)).toBeGreaterThan(-1);
      expect(spread.indexOf(child)).toBeGreaterThan(spread.indexOf(parent));
    }
  });

  it('each is spread by the first column of its key', async () => {
    const { rows } = await sql<{ name: string; first: string }>`
      select c.conrelid::regclass::text as name, a.attname as first from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.contype = 'p'`.execute(db);
    const firsts = new Map(rows.map(({ name, first }) => [name, first]));
    for (const table of SPREAD_BY_PERSON) expect(firsts.get(table)).toBe('user_id');
  });
});
