import { expect, it } from 'vitest';
import { migrationNames } from './migrations.ts';

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
