import { expect, it } from 'vitest';
import { newPlace } from '../../testing/databases.ts';
import { expectUnchanged, schemaOf, upgrade } from '../../testing/migrating.ts';
import { migrationNames } from './migrations.ts';

/** `npm run proof` upgrades from every schema, and kills each upgrade after every statement. */
it.each(['SQLite', 'PostgreSQL'] as const)(
  'on %s each schema is brought up to the next with all that it holds',
  async (engine) => {
    const place = await newPlace(engine);
    let tables: Awaited<ReturnType<typeof upgrade>> = [];
    for (const name of migrationNames) {
      tables = await upgrade(place, name, tables);
      await expectUnchanged(place, tables);
    }
    expect(await schemaOf(place)).toEqual(await schemaOf(await newPlace(engine)));
  },
);

/**
 * A database and a backup know what they have been through by these names alone. One that is renamed, left out
 * or put in between makes every one that is there foreign, or newer than the app: new ones go at the end.
 */
it('the migrations of old keep their names and their order', () => {
  expect(migrationNames.slice(0, 10)).toEqual([
    '0001-accounts',
    '0002-profiles',
    '0003-forms',
    '0004-identity',
    '0005-entered-at',
    '0006-spreadsheets',
    '0007-activity',
    '0008-unready-spreadsheets',
    '0009-rows-by-person',
    '0010-jobs',
  ]);
});
