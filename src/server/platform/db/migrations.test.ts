import { expect, it } from 'vitest';
import { newPlace, openPlace } from '../../testing/databases.ts';
import { expectUnchanged, placeOfTime, schemaOf, upgrade } from '../../testing/migrating.ts';
import { migrationNames } from './migrations.ts';

/**
 * `npm run proof` tests more than this: it upgrades from every schema, and kills each upgrade after every statement.
 */
it.each(['SQLite', 'PostgreSQL'] as const)(
  'on %s each migration keeps all rows',
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

it('the latest schema keeps all rows that were added in any other schema', async () => {
  for (const name of migrationNames) {
    const { place, tables } = await placeOfTime('SQLite', name);
    await (await openPlace(place)).destroy();
    await expectUnchanged(place, tables);
  }
});

/**
 * Databases and backups record their migrations by these names alone. If a name is changed or removed, or a new one is
 * not the last, the app refuses every existing database. Append new names at the end.
 */
it('the released migrations keep their names and their order', () => {
  expect(migrationNames.slice(0, 38)).toEqual([
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
    '0011-oauth-flows',
    '0012-undo',
    '0013-deleted-forms',
    '0014-fair-use',
    '0015-own-zone',
    '0016-display',
    '0017-medication',
    '0018-check-ins',
    '0019-spreadsheet-queue',
    '0020-reminders',
    '0021-check-in-numbers',
    '0022-diary',
    '0023-visits',
    '0024-sharing',
    '0025-caregivers',
    '0026-health-links',
    '0027-caregiver-saves',
    '0028-noted-times',
    '0029-known-browsers',
    '0030-activity-counts',
    '0031-ways-in',
    '0032-accepted-address',
    '0033-devices',
    '0034-email-undos',
    '0035-activity-actors',
    '0036-what-stays',
    '0037-address-splits',
    '0039-consents',
  ]);
});
