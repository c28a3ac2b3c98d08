import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { onEveryDatabase, openPlace } from '../../testing/databases.ts';
import type { Database } from './database.ts';
import { prepared } from './prepared.ts';

onEveryDatabase((place) => {
  let db: Database;

  beforeAll(async () => {
    db = await openPlace(place());
  });

  afterAll(() => db.destroy());

  it('builds a statement once, and runs it with the values of each call', async () => {
    let builds = 0;
    const addTries = prepared((on, given: { key: string; at: number; tries: string }) => {
      builds += 1;
      return on
        .insertInto('attempts')
        .values({ expires_at: given.at, limit_key: given.key, tries: given.tries })
        .returning(['limit_key', 'expires_at', sql.lit('once').as('lit')]);
    });
    expect(await addTries(db, { key: 'a', at: 1, tries: '[]' })).toEqual([
      { limit_key: 'a', expires_at: 1, lit: 'once' },
    ]);
    await db.transaction().execute((trx) => addTries(trx, { at: 2, tries: '[2]', key: 'b' }));
    const rows = await db.selectFrom('attempts').selectAll().orderBy('limit_key').execute();
    expect(rows).toEqual([
      { limit_key: 'a', expires_at: 1, tries: '[]' },
      { limit_key: 'b', expires_at: 2, tries: '[2]' },
    ]);
    expect(builds).toBe(1);
  });

  it('keeps constant values in the statement', async () => {
    const find = prepared((on, { key }: { key: string }) =>
      on
        .selectFrom('attempts')
        .select('tries')
        .where('expires_at', '=', 2)
        .where('limit_key', '=', key),
    );
    expect(await find(db, { key: 'b' })).toEqual([{ tries: '[2]' }]);
    expect(await find(db, { key: 'a' })).toEqual([]);
  });

  it('rejects a statement that calculates with its values', async () => {
    const find = prepared((on, { at }: { at: number }) =>
      on
        .selectFrom('attempts')
        .select('tries')
        .where('expires_at', '=', at + 1),
    );
    await expect(find(db, { at: 1 })).rejects.toThrow(TypeError);
  });
});
