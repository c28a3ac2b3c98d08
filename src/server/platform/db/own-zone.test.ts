import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { newPlace, openPlace } from '../../testing/databases.ts';
import { openDatabase } from './database.ts';

it.each(['SQLite', 'PostgreSQL'] as const)(
  'on %s people and forms of before get the installation’s zone, and the year of their diagnosis',
  async (engine) => {
    const place = await newPlace(engine);
    const installation = { ...place, timeZone: 'Europe/Berlin', onError: () => {} };
    const before = await openDatabase(installation, '0014-fair-use');
    const people = [
      { user_id: 'grace', created_at: Date.parse('2025-12-31T22:59:59Z'), years: 6 },
      { user_id: 'ada', created_at: Date.parse('2025-12-31T23:00:00Z'), years: 0 },
      { user_id: 'cher', created_at: Date.UTC(2026, 5, 1), years: null },
    ];
    for (const { user_id, created_at, years } of people) {
      await sql`insert into accounts (user_id, email, password_hash, created_at)
        values (${user_id}, ${`${user_id}@example.org`}, '', 1)`.execute(before);
      await sql`insert into profiles (user_id, first_name, last_name, birthday, biological_sex,
        years_with_parkinsons, created_at)
        values (${user_id}, '', '', '', '', ${years}, ${created_at})`.execute(before);
    }
    await sql`insert into forms (user_id, form_number, id, logged_at, entered_at, version)
      values ('ada', 1, 'f', 5, 5, 1)`.execute(before);
    await before.destroy();

    await (await openDatabase(installation)).destroy();
    // Opening the database again with another installation zone does not change the stored zones.
    const db = await openPlace(place);
    const profiles = db.selectFrom('profiles').orderBy('created_at');
    expect(await profiles.select(['diagnosed_year', 'time_zone']).execute()).toEqual([
      { diagnosed_year: 2019, time_zone: 'Europe/Berlin' },
      { diagnosed_year: 2026, time_zone: 'Europe/Berlin' },
      { diagnosed_year: null, time_zone: 'Europe/Berlin' },
    ]);
    expect(await db.selectFrom('forms').select('time_zone').execute()).toEqual([
      { time_zone: 'Europe/Berlin' },
    ]);
    await db.destroy();
  },
);
