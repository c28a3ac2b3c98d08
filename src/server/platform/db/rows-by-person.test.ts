import { type Insertable, sql } from 'kysely';
import { expect, it } from 'vitest';
import { newPlace, onSqlite } from '../../testing/databases.ts';
import { everyRow } from '../../testing/rows.ts';
import { TIME_ZONE } from '../../testing/time-zone.ts';
import { type Database, openDatabase } from './database.ts';
import type { Tables } from './tables.ts';

const RATINGS = [
  { slot: 1, name: 'Tremor', severity: 4, notes: 'It’s "forms" and "ratings"' },
  { slot: 3, name: 'Balance', severity: 1, notes: '' },
];

/** Adds a form with only the columns of the old schema. */
async function addForm(db: Database, user_id: string, form_number: number): Promise<void> {
  const times = { logged_at: 5, entered_at: 6 };
  const key = { user_id, form_number };
  const form = { ...key, id: `${user_id} ${form_number}`, submission_id: null, version: 1 };
  const row: Partial<Insertable<Tables['forms']>> = { ...form, ...times };
  await db
    .insertInto('forms')
    .values(row as Insertable<Tables['forms']>)
    .execute();
  const ratings = RATINGS.map((rating) => ({ ...key, ...rating }));
  await db.insertInto('ratings').values(ratings).execute();
  const former = ratings.map((rating) => ({ ...rating, version: 1, replaced_at: 7 }));
  await db.insertInto('former_ratings').values(former).execute();
}

onSqlite(() => {
  it('rebuilds the tables of forms with all their rows', async () => {
    const place = await newPlace('SQLite');
    const before = await openDatabase(
      { ...place, timeZone: TIME_ZONE, onError: () => {} },
      '0008-unready-spreadsheets',
    );
    for (const userId of ['grace', 'ada']) {
      const email = `${userId}@example.org`;
      await sql`insert into accounts (user_id, email, password_hash, created_at)
        values (${userId}, ${email}, '', 1)`.execute(before);
      await sql`insert into profiles (user_id, first_name, last_name, birthday, biological_sex,
        created_at, revision, last_form_number)
        values (${userId}, 'G', 'H', '', '', 1, 0, 2)`.execute(before);
    }
    // The people alternate, so that the old tables do not have one person's rows together.
    await addForm(before, 'grace', 1);
    await addForm(before, 'ada', 1);
    await addForm(before, 'grace', 2);
    await sql`insert into spreadsheet_rows (user_id, form_number, version)
      values ('ada', 1, 1)`.execute(before);
    const held = await everyRow(before);
    await before.destroy();

    const after = await openDatabase(
      { ...place, timeZone: TIME_ZONE, onError: () => {} },
      '0009-rows-by-person',
    );
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
