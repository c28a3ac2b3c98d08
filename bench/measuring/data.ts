import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { unknownPerson } from '../../src/contract/facts.ts';
import { dose } from '../../src/contract/kinds/dose.ts';
import { medication } from '../../src/contract/kinds/medication.ts';
import { addDays, DAY_MS, dateOf, instantAt } from '../../src/domain/zone.ts';
import { saveEntries } from '../../src/server/entries/queries/save.ts';
import { insertEntries } from '../../src/server/exchange/queries/entry-imports.ts';
import { SELF } from '../../src/server/identity/authors.ts';
import { addAccount } from '../../src/server/identity/queries/accounts.ts';
import { addSession } from '../../src/server/identity/queries/sessions.ts';
import { type Database, openDatabase } from '../../src/server/platform/db/database.ts';
import { hashOfToken, loadSecrets, randomToken } from '../../src/server/platform/secrets.ts';
import { addProfile } from '../../src/server/profile/queries/profiles.ts';
import { storeSymptoms } from '../../src/server/profile/queries/symptoms.ts';
import type { Store } from './programs.ts';

export const SYMPTOMS = ['Tremor', 'Stiffness', 'Balance'] as const;
export const NOTES = 'As usual, after a walk in the park';
const FORMS_A_DAY = 3;
/** The time zone of the people in the measurements. */
export const ZONE = 'America/New_York';

/** The facts of a profile. The overview would ask for missing ones. */
const FACTS = {
  firstName: 'Grace',
  lastName: 'Hopper',
  birthday: '1951-12-10',
  biologicalSex: 'female',
  diagnosedYear: 2020,
} as const;

/** A person with the cookie of a session. */
export interface Person {
  readonly userId: string;
  readonly cookie: string;
}

/** Opens the database of a store as the server does, runs the work, and closes the database. */
export async function inDatabase<Value>(
  { dataDir, databaseUrl }: Store,
  work: (db: Database) => Promise<Value>,
): Promise<Value> {
  // Creates the key. Without it a server would not start on a database that has accounts.
  loadSecrets(dataDir);
  const db = await openDatabase({ dataDir, databaseUrl, onError: () => {} });
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

/**
 * Adds one person with forms of the last `days` days. The store must be empty, because `addForms` adds forms
 * to everyone.
 */
export async function onePerson(store: Store, days: number): Promise<Person> {
  return await inDatabase(store, async (db) => {
    const [person] = await addPeople(db, 1);
    await addForms(db, days);
    return person as Person;
  });
}

/** Adds people with a profile, three symptoms and a session, but no forms. */
export async function addPeople(db: Database, count: number): Promise<Person[]> {
  return await Promise.all(Array.from({ length: count }, () => addPerson(db)));
}

async function addPerson(db: Database): Promise<Person> {
  const now = Date.now();
  const userId = randomUUID();
  const email = `${userId}@example.org`;
  await addAccount(db, { userId, email, passwordHash: '' }, now);
  await addProfile(db, userId, { ...unknownPerson(ZONE), ...FACTS }, now);
  const symptoms = { slots: [...SYMPTOMS, null, null] as const, past: [] };
  await db.transaction().execute((trx) => storeSymptoms(trx, userId, symptoms, { now }));
  const token = randomToken();
  const session = { userId, browser: 'A browser', tokenHash: hashOfToken(token) };
  const expiresAt = now + 30 * DAY_MS;
  await addSession(db, { ...session, isNewUser: false, expiresAt }, now);
  return { userId, cookie: `session=${token}` };
}

const DOSE_TIMES: readonly string[] = ['08:00', '12:00', '16:00', '20:00'];

/**
 * Adds a medication with levodopa, planned four times a day by default. Adds its doses of the last `days` days, each at
 * its planned time, except those of the last twelve hours.
 *
 * @returns the id of the medication
 */
export async function addDoses(
  db: Database,
  { userId }: Person,
  days: number,
  doseTimes = DOSE_TIMES,
): Promise<string> {
  const [now, medicationId] = [Date.now(), randomUUID()];
  const today = dateOf(now, ZONE);
  const drug = { medicationId, name: 'Levodopa/carbidopa', strength: 100, unit: 'mg' };
  const values = {
    ...drug,
    form: 'tablet',
    isLevodopa: true,
    times: doseTimes.map((time) => ({ time, amount: 1 })),
    asNeeded: false,
    from: addDays(today, -days),
    until: null,
  };
  const plan = { values, enteredAt: now, timeZone: ZONE, by: SELF };
  await saveEntries(db, medication, userId, [plan], { now, limits: undefined });
  const planned = Array.from({ length: days + 1 }, (_, day) =>
    doseTimes.map((time) => instantAt(addDays(today, -day), time, ZONE)),
  ).flat();
  const doses = planned
    .filter((at) => at < now - DAY_MS / 2)
    .map((at) => {
      const times = { takenAt: at, scheduledFor: at, enteredAt: at, timeZone: ZONE };
      const entry = { author: 'self', version: 1, deletedAt: null };
      const taken = { amount: 1, status: 'taken' as const, isLevodopa: true };
      const held = { ...taken, ...times, ...entry, formerVersions: [] };
      return { doseId: randomUUID(), ...drug, ...held };
    });
  await insertEntries(db, dose, userId, doses, now);
  return medicationId;
}

/** Adds three forms a day to every person in the database. The last form has the current time. */
export async function addForms(db: Database, days: number): Promise<void> {
  const count = sql.lit(days * FORMS_A_DAY);
  const numbered = sql`(with recursive numbers(n) as
    (select 1 union all select n + 1 from numbers where n < ${count})
    select n from numbers) numbered cross join profiles p`;
  const interval = sql.lit(DAY_MS / FORMS_A_DAY);
  const time = sql`${sql.lit(Date.now())} - (${count} - n) * cast(${interval} as bigint)`;
  const ratings = SYMPTOMS.map((name, index) => {
    const before = JSON.stringify({ slot: index + 1, name }).replace('}', ',"severity":');
    const after = JSON.stringify({ notes: NOTES }).replace('{', ',');
    return sql`${sql.lit(before)} || (1 + (n + ${sql.lit(index + 1)}) % 5) || ${sql.lit(after)}`;
  });
  const fields = sql`'{"ratings":[' || ${sql.join(ratings, sql` || ',' || `)} || ']}'`;
  await sql`insert into entries (user_id, kind, entry_id, number, at, entered_at, time_zone,
      author, author_id, version, deleted_at, fields)
    select user_id, 'form', user_id || '-' || n, n, ${time}, ${time}, ${sql.lit(ZONE)},
      'self', '', 1, null, ${fields}
    from ${numbered} order by n, user_id`.execute(db);
  await sql`update profiles set last_form_number = ${count}`.execute(db);
}
