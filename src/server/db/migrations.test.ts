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
