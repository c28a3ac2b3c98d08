import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { newPlace, openPlace, schemaOf } from '../../testing/databases.ts';
import { sqlitePath } from './connecting.ts';
import { tableNames } from './schema.ts';

/** The names of PostgreSQL's types, as the schema writes them. */
const TYPES: Readonly<Record<string, string>> = {
  int4: 'integer',
  int8: 'bigint',
  float8: 'double precision',
};

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
