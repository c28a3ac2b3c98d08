import { describe, expect, it } from 'vitest';
import { newPlace } from '../testing/databases.ts';
import { expectUnchanged, migrateKilled, placeOfTime, schemaOf } from '../testing/migrating.ts';
import { migrationNames } from './migrations.ts';

/** Past this many statements each migration has changed something; `npm run proof` kills it at every one. */
const PART = 0.7;

describe.each(['SQLite', 'PostgreSQL'] as const)('the schema on %s', (engine) => {
  it.each(migrationNames.slice(0, -1))(
    'is brought up to date from %s, also where that is killed in the middle',
    async (name) => {
      const whole = await placeOfTime(engine, name);
      const statements = (await migrateKilled(whole.place)) ?? 0;
      await expectUnchanged(whole.place, whole.tables);
      const { place, tables } = await placeOfTime(engine, name);
      expect(await migrateKilled(place, Math.round(statements * PART))).toBeUndefined();
      await expectUnchanged(place, tables);
      expect(await schemaOf(place)).toEqual(await schemaOf(await newPlace(engine)));
      await expectUnchanged(place, tables);
    },
  );
});

/**
 * A database and a backup know what they have been through by these names alone. One that is renamed, left out
 * or put in between makes every one that is there foreign, or newer than the app: new ones go at the end.
 */
it('the migrations of old keep their names and their order', () => {
  expect(migrationNames.slice(0, 9)).toEqual([
    '0001-accounts',
    '0002-profiles',
    '0003-forms',
    '0004-identity',
    '0005-entered-at',
    '0006-spreadsheets',
    '0007-activity',
    '0008-unready-spreadsheets',
    '0009-rows-by-person',
  ]);
});
