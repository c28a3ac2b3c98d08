import { describe, expect, it } from 'vitest';
import { migrationNames } from '../../src/server/platform/db/migrations.ts';
import { newPlace } from '../../src/server/testing/databases.ts';
import {
  expectUnchanged,
  migrateKilled,
  placeOfTime,
  schemaOf,
} from '../../src/server/testing/migrating.ts';
import { tell, times } from './figures.ts';

describe.each(['SQLite', 'PostgreSQL'] as const)('on %s', (engine) => {
  it('a migration that is killed after any statement loses nothing', async (context) => {
    let kills = 0;
    for (const name of migrationNames.slice(0, -1)) {
      const fresh = await schemaOf(await newPlace(engine));
      const statements = (await migrateKilled((await placeOfTime(engine, name)).place)) ?? 0;
      // With `PROOF_SHARE` below 1, tries only some of the statements, spread evenly up to the last.
      const points = times(statements);
      for (let point = 1; point <= points; point += 1) {
        const { place, tables } = await placeOfTime(engine, name);
        const at = Math.ceil((statements * point) / points);
        expect(await migrateKilled(place, at), `${name}, ${at}`).toBeUndefined();
        await expectUnchanged(place, tables);
        expect(await schemaOf(place)).toEqual(fresh);
        await expectUnchanged(place, tables);
        kills += 1;
      }
    }
    tell(
      context,
      `${engine}: killed ${kills} times, nothing changed or lost, each completed by the next start`,
    );
  });
});
