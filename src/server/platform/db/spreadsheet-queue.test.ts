import { type Insertable, sql } from 'kysely';
import { expect, it } from 'vitest';
import { newPlace } from '../../testing/databases.ts';
import { addPersonWithSheet, queueTexts } from '../../testing/migrating.ts';
import { TIME_ZONE } from '../../testing/time-zone.ts';
import { type Database, openDatabase } from './database.ts';
import type { Tables } from './tables.ts';

const DAY = Date.parse('2026-11-18T00:00:00Z');
const IN_DAYS = DAY / 86_400_000;

async function addPerson(db: Database, user_id: string, isOn: boolean): Promise<void> {
  await addPersonWithSheet(db, user_id, { isOn, forms: 2 });
  for (const form_number of [1, 2]) {
    const at = DAY + 3_600_000 * form_number;
    const form: Partial<Insertable<Tables['forms']>> = {
      ...{ user_id, form_number, id: `${user_id} ${form_number}`, submission_id: null },
      ...{ logged_at: at, entered_at: at, time_zone: TIME_ZONE, version: 1, deleted_at: null },
    };
    await db
      .insertInto('forms')
      .values(form as Insertable<Tables['forms']>)
      .execute();
  }
  // The ids are not in the order in which the doses were entered.
  for (const [index, dose_id] of ['c', 'a', 'b'].entries()) {
    const dose: Partial<Insertable<Tables['doses']>> = {
      ...{ user_id, dose_id, medication_id: 'm', name: 'Levodopa', strength: 100, unit: 'mg' },
      ...{ is_levodopa: 1, amount: 1, logged_at: DAY, scheduled_for: null, status: 'taken' },
      ...{ entered_at: DAY + index, time_zone: TIME_ZONE, version: 1, deleted_at: null },
    };
    await db
      .insertInto('doses')
      .values(dose as Insertable<Tables['doses']>)
      .execute();
  }
}

it.each(['SQLite', 'PostgreSQL'] as const)(
  'on %s the doses get numbers in the order of their entry, and wait for each spreadsheet that is on',
  async (engine) => {
    const place = { ...(await newPlace(engine)), timeZone: TIME_ZONE, onError: () => {} };
    const before = await openDatabase(place, '0017-medication');
    await addPerson(before, 'ada', true);
    await addPerson(before, 'grace', false);
    await sql`insert into spreadsheet_rows (user_id, form_number, version)
      values ('ada', 2, -3)`.execute(before);
    await before.destroy();

    const after = await openDatabase(place, '0019-spreadsheet-queue');
    const doses = await after
      .selectFrom('doses')
      .select(['user_id', 'dose_id', 'dose_number'])
      .orderBy('user_id')
      .orderBy('dose_number')
      .execute();
    expect(doses.map((row) => Object.values(row).join(' '))).toEqual(
      ['ada', 'grace'].flatMap((id) => [`${id} c 1`, `${id} a 2`, `${id} b 3`]),
    );
    const profiles = await after.selectFrom('profiles').select('last_dose_number').execute();
    expect(profiles.map(({ last_dose_number }) => last_dose_number)).toEqual([3, 3]);
    expect(await queueTexts(after)).toEqual([
      `ada day ${IN_DAYS} 1`,
      'ada dose 1 1',
      'ada dose 2 1',
      'ada dose 3 1',
      'ada form 2 1',
    ]);
    // Deleting a profile still cascades to the queue.
    await after.deleteFrom('profiles').where('user_id', '=', 'ada').execute();
    expect(await after.selectFrom('spreadsheet_rows').selectAll().execute()).toEqual([]);
    await after.destroy();
  },
);
