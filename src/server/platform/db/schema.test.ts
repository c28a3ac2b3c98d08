import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { FACT_NAMES } from '../../../contract/facts.ts';
import { STORED_KINDS } from '../../../contract/kinds.ts';
import { SHARE_PARTS } from '../../../domain/share.ts';
import { addAccount } from '../../identity/queries/accounts.ts';
import { newPlace, openPlace, schemaOf } from '../../testing/databases.ts';
import { sqlitePath } from './connecting.ts';
import { counterOf } from './counters.ts';
import { partColumn } from './link-parts.ts';
import { migrationNames, tableNames } from './schema.ts';
import { snakeOf } from './snake.ts';

/** The names of PostgreSQL's types, as the schema writes them. */
const TYPES: Readonly<Record<string, string>> = {
  int4: 'integer',
  int8: 'bigint',
  float8: 'double precision',
};

/** What to do if a table must change. */
const ADD = 'Add a migration to LATER in schema.ts (CONTRIBUTING.md, Changing the schema)';

it('the first migration is the one that version 1.0.0 was released with', () => {
  expect(
    migrationNames[0],
    `People's databases were made by this migration, so it stays as it is. Take the change back. ${ADD}`,
  ).toBe('0001-59e735440692');
});

it('each fact, each kind and each part of a link has its column', async () => {
  const tables = await schemaOf(await newPlace('SQLite'));
  const wanted = {
    profiles: [...FACT_NAMES.map(snakeOf), ...STORED_KINDS.map(counterOf)],
    links: SHARE_PARTS.map(partColumn),
  };
  for (const [table, columns] of Object.entries(wanted)) {
    const known = tables.find(({ name }) => name === table)?.columns.map(({ name }) => name);
    expect(known, ADD).toEqual(expect.arrayContaining(columns));
  }
});

it('both databases have the same tables and columns', async () => {
  const [onSqlite, onPostgres] = await Promise.all(
    (['SQLite', 'PostgreSQL'] as const).map(async (engine) => {
      const tables = await schemaOf(await newPlace(engine));
      return tables.map(({ name, columns }) => ({
        name,
        columns: columns.map((column) => ({
          name: column.name,
          type: TYPES[column.dataType] ?? column.dataType.toLowerCase(),
          isNullable: column.isNullable,
          hasDefault: column.hasDefaultValue,
        })),
      }));
    }),
  );
  expect(onPostgres?.map(({ name }) => name)).toEqual(tableNames.toSorted());
  expect(onSqlite).toEqual(onPostgres);
});

it.each(['SQLite', 'PostgreSQL'] as const)(
  'a split of version 1.0.0 gets the address of the new account, on %s',
  async (engine) => {
    const place = await newPlace(engine);
    const before = await openPlace(place);
    for (const userId of ['former', 'owner']) {
      await addAccount(before, { userId, email: `${userId}@example.org`, passwordHash: '' }, 0);
    }
    await before
      .insertInto('address_splits')
      .values({ user_id: 'former', owner_id: 'owner', split_at: 0, joins_at: 1 })
      .execute();
    await sql`alter table address_splits drop column email`.execute(before);
    await sql`delete from kysely_migration where name = '0002-split-address'`.execute(before);
    await before.destroy();
    const after = await openPlace(place);
    const splits = await after.selectFrom('address_splits').select('email').execute();
    await after.destroy();
    expect(splits).toEqual([{ email: 'owner@example.org' }]);
  },
);

it('each table comes after the tables that it refers to', async () => {
  const place = await newPlace('SQLite');
  await (await openPlace(place)).destroy();
  const file = new DatabaseSync(sqlitePath(place.dataDir));
  for (const [index, name] of tableNames.entries()) {
    const referred = file.prepare(`pragma foreign_key_list(${name})`).all();
    for (const { table } of referred) {
      expect(tableNames.slice(0, index), `${name} refers to ${table}`).toContain(table);
    }
  }
  file.close();
});
