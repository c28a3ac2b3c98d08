import type { Insertable } from 'kysely';
import { expect, it } from 'vitest';
import { newPlace } from '../../testing/databases.ts';
import { addPersonWithSheet, queueTexts } from '../../testing/migrating.ts';
import { TIME_ZONE } from '../../testing/time-zone.ts';
import { type Database, openDatabase } from './database.ts';
import type { Tables } from './tables.ts';

const DAY = Date.parse('2026-11-18T00:00:00Z');
const IN_DAYS = DAY / 86_400_000;

/** @param days the days of the person's check-ins. The person also gets a form on the 18th */
async function addPerson(
  db: Database,
  user_id: string,
  { isOn, days }: { readonly isOn: boolean; readonly days: readonly string[] },
): Promise<void> {
  await addPersonWithSheet(db, user_id, { isOn, forms: 1 });
  const entry = { entered_at: DAY, time_zone: TIME_ZONE, version: 1, deleted_at: null };
  const form = { user_id, form_number: 1, id: user_id, submission_id: null, logged_at: DAY };
  await db
    .insertInto('forms')
    .values({ ...form, ...entry })
    .execute();
  for (const day of days) {
    const answers = { medication: 'no', exercise_minutes: null, sleep_hours: null, mood: null };
    const checkIn: Partial<Insertable<Tables['check_ins']>> = {
      user_id,
      day,
      ...answers,
      notes: '',
    };
    await db
      .insertInto('check_ins')
      .values({ ...checkIn, ...entry } as Insertable<Tables['check_ins']>)
      .execute();
  }
}

it.each(['SQLite', 'PostgreSQL'] as const)(
  'on %s the check-ins get numbers in the order of their days, and wait for each spreadsheet that is on',
  async (engine) => {
    const place = { ...(await newPlace(engine)), timeZone: TIME_ZONE, onError: () => {} };
    const before = await openDatabase(place, '0020-reminders');
    const days = ['2026-11-18', '2026-11-02', '2026-11-17'];
    await addPerson(before, 'ada', { isOn: true, days });
    await addPerson(before, 'grace', { isOn: false, days });
    await addPerson(before, 'mary', { isOn: true, days: [] });
    for (const row of [
      { kind: 'day', number: IN_DAYS, times_queued: 4 },
      { kind: 'form', number: 1, times_queued: 1 },
    ]) {
      await before
        .insertInto('spreadsheet_rows')
        .values({ user_id: 'ada', ...row })
        .execute();
    }
    await before.destroy();

    const after = await openDatabase(place, '0021-check-in-numbers');
    const checkIns = await after
      .selectFrom('check_ins')
      .select(['user_id', 'day', 'check_in_number'])
      .orderBy('user_id')
      .orderBy('check_in_number')
      .execute();
    expect(checkIns.map((row) => Object.values(row).join(' '))).toEqual(
      ['ada', 'grace'].flatMap((id) => [
        ...[`${id} 2026-11-02 1`, `${id} 2026-11-17 2`, `${id} 2026-11-18 3`],
      ]),
    );
    const profiles = await after
      .selectFrom('profiles')
      .select('last_check_in_number as last')
      .orderBy('user_id')
      .execute();
    expect(profiles.map(({ last }) => last)).toEqual([3, 3, 0]);
    expect(await queueTexts(after)).toEqual([
      ...['ada checkIn 1 1', 'ada checkIn 2 1', 'ada checkIn 3 1'],
      ...[`ada day ${IN_DAYS} 5`, 'ada form 1 1'],
    ]);
    await after.destroy();
  },
);
