import { expect, it } from 'vitest';
import { editForm } from '../../forms/queries/forms.ts';
import { addForm } from '../../forms/queries/new-forms.ts';
import { addAccount } from '../../identity/queries/accounts.ts';
import { addProfile } from '../../profile/queries/profiles.ts';
import { newPlace, onSqlite, openPlace } from '../../testing/databases.ts';
import { everyRow } from '../../testing/rows.ts';
import { openDatabase } from './database.ts';

const NOBODY = { birthday: '', biologicalSex: '', yearsWithParkinsons: null };
const RATINGS = [
  { slot: 1, name: 'Tremor', severity: 4, notes: 'It’s "forms" and "ratings"' },
  { slot: 3, name: 'Balance', severity: 1, notes: '' },
];

onSqlite(() => {
  it('rebuilds the tables of forms with all their rows', async () => {
    const place = await newPlace('SQLite');
    const before = await openDatabase({ ...place, onError: () => {} }, '0008-unready-spreadsheets');
    for (const userId of ['grace', 'ada']) {
      await addAccount(before, { userId, email: `${userId}@example.org`, passwordHash: '' }, 1);
      await addProfile(before, userId, { firstName: userId, lastName: 'H', ...NOBODY }, 1);
    }
    // Alternating, so that the old tables have their rows mixed.
    for (const userId of ['grace', 'ada', 'grace']) {
      const form = { submissionId: null, loggedAt: 5, enteredAt: 6, ratings: RATINGS };
      await addForm(before, userId, form);
    }
    const entries = [{ slot: 3, severity: 5, notes: 'Fell' }];
    await editForm(before, 'grace', { formNumber: 2, version: 1, entries }, 7);
    await before
      .insertInto('spreadsheet_rows')
      .values({ user_id: 'ada', form_number: 1, version: 1 })
      .execute();
    const held = await everyRow(before);
    await before.destroy();

    const after = await openPlace(place);
    for (const table of ['forms', 'ratings', 'former_ratings', 'spreadsheet_rows']) {
      expect(held[table]).not.toEqual([]);
      const text = (rows: readonly unknown[] = []) => rows.map((row) => JSON.stringify(row)).sort();
      expect(text((await everyRow(after))[table])).toEqual(text(held[table]));
    }
    // Deleting a profile still cascades to its forms.
    await after.deleteFrom('profiles').where('user_id', '=', 'ada').execute();
    const left = await everyRow(after);
    for (const table of ['forms', 'ratings', 'spreadsheet_rows']) {
      expect(left[table]?.filter((row) => row.user_id === 'ada')).toEqual([]);
    }
    expect(left.forms).toHaveLength(2);
    await after.destroy();
  });
});
