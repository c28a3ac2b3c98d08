import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { type OwnTable, openBulk, ownTables } from '../platform/db/bulk.ts';
import type { BulkConnection, Row } from '../platform/db/bulk-connection.ts';
import { type Database, openDatabase } from '../platform/db/database.ts';
import { newPlace, openPlace, type Place } from './databases.ts';
import { TIME_ZONE } from './time-zone.ts';

const SCRIPT = resolve(import.meta.dirname, 'migration-to-kill.ts');
const HOSTILE = "O'Brien; drop table forms; -- 震え\n🙂";
const user_id = 'u';
const rating = { user_id, form_number: 1, slot: 1, name: HOSTILE, severity: 3, notes: HOSTILE };
const queued = { tries: 1, due_at: 2 ** 42, expires_at: 2 ** 42 };

const mail = { id: 'm', user_id, sealed: 's', ...queued };
const revocation = { id: 'r', sealed: 's', ...queued };
/** The rows that migration 0010 moves from other tables to `jobs`, ordered by id. */
const MOVED: readonly { readonly from: OwnTable; readonly row: Row }[] = [
  { from: 'mails', row: { ...mail, kind: 'mail', target_hash: 'e', detail: '' } },
  {
    from: 'revocations',
    row: { ...revocation, kind: 'revoke', user_id: null, target_hash: 'p', detail: 'google' },
  },
];

/** The new names of the tables that a later migration renames. Their rows stay in them. */
const RENAMED: Readonly<Partial<Record<OwnTable, OwnTable>>> = { provider_visits: 'oauth_flows' };
const flow = { state_hash: 's', browser_hash: 'b', user_id, sealed: 's', expires_at: 2 ** 42 };

const entry = {
  user_id,
  entered_at: 2 ** 41,
  time_zone: TIME_ZONE,
  author: 'self',
  version: 2,
  deleted_at: null,
};

/**
 * A row for each table, in the schema that introduced the table. `rowIn` returns the row as it is in a later schema.
 */
const ROWS: Readonly<Record<Exclude<OwnTable, 'jobs'>, Row>> = {
  accounts: { user_id, email: 'u@example.org', password_hash: 'hash', created_at: 2 ** 41 },
  attempts: { limit_key: 'k', tries: '[1]', last_at: 2 ** 41 },
  noted_times: { id: 1, noted_at: 2 ** 41, has_jumped: 0, steady_ms: 1 },
  activity: { user_id, at: 1, id: 'a', kind: 'signedIn', detail: '' },
  revocations: { ...revocation, provider: 'google', person_hash: 'p' },
  address_splits: { user_id, owner_id: user_id, split_at: 2 ** 41, joins_at: 2 ** 42 },
  consents: { user_id, at: 1, url: 'https://example.org/privacy' },
  known_browsers: { user_id, browser_hash: 'b', last_used_at: 2 ** 41 },
  sessions: { token_hash: 't', user_id, created_at: 1, expires_at: 2 ** 42, is_new_user: 0 },
  codes: {
    challenge_hash: 'c',
    purpose: 'reset',
    email_hash: 'e',
    user_id,
    code_hash: 'h',
    tries: 0,
    expires_at: 2 ** 42,
  },
  email_undos: {
    secret_hash: 's',
    user_id,
    email: 'former@example.org',
    changed_at: 2 ** 41,
    expires_at: 2 ** 42,
  },
  mails: { ...mail, email_hash: 'e' },
  identities: { issuer: 'i', subject: 's', user_id, provider: 'google', created_at: 1 },
  provider_tokens: { user_id, provider: 'google', sealed: 's' },
  provider_visits: flow,
  oauth_flows: flow,
  spreadsheets: {
    user_id,
    is_on: 1,
    spreadsheet_id: 's',
    is_ready: 1,
    problem: '',
    legacy: '',
    tries: 0,
    due_at: 1,
  },
  profiles: {
    user_id,
    first_name: HOSTILE,
    last_name: HOSTILE,
    birthday: '1950-02-28',
    biological_sex: 'Female',
    years_with_parkinsons: null,
    created_at: 1,
    revision: 3,
    last_form_number: 1,
  },
  slots: { user_id, slot: 1, name: HOSTILE, since: 1 },
  past_symptoms: { user_id, name: HOSTILE, since: 1 },
  last_symptom_changes: { user_id, revision: 3, former: HOSTILE },
  forms: {
    user_id,
    form_number: 1,
    id: 'f',
    submission_id: null,
    logged_at: 2 ** 41,
    version: 2,
  },
  ratings: rating,
  former_ratings: { ...rating, version: 1, replaced_at: 2 ** 41 },
  medications: {
    ...entry,
    medication_id: 'm',
    from_date: '2026-11-01',
    until_date: null,
    name: HOSTILE,
    strength: 12.5,
    unit: 'mg',
    form: HOSTILE,
    is_levodopa: 1,
    times: '[]',
    as_needed: 0,
  },
  doses: {
    ...entry,
    dose_id: 'd',
    medication_id: 'm',
    name: HOSTILE,
    strength: 12.5,
    unit: 'mg',
    is_levodopa: 1,
    amount: 0.5,
    logged_at: 2 ** 41,
    scheduled_for: 2 ** 41,
    status: 'taken',
  },
  check_ins: {
    ...entry,
    day: '2026-11-18',
    medication: 'partly',
    exercise_minutes: 0,
    sleep_hours: 7.25,
    mood: null,
    notes: HOSTILE,
  },
  diary_entries: { ...entry, slot: 2 ** 41, state: 'off' },
  visits: { ...entry, visit_id: 'v', day: null, topics: JSON.stringify([HOSTILE]) },
  reminders: { user_id, settings: '{}', next_at: 2 ** 42, handled_until: 2 ** 41 },
  caregivers: {
    user_id,
    caregiver_id: 'caregiver',
    helper_id: user_id,
    may: 'log',
    reads_notes: 0,
    since: 2 ** 41,
    last_seen_at: null,
  },
  invitations: {
    user_id,
    invitation_id: 'invitation',
    link_hash: 'e'.repeat(64),
    letter_hash: 'f'.repeat(64),
    email: 'ada@example.org',
    may: 'read',
    reads_notes: 1,
    created_at: 2 ** 41,
    expires_at: 2 ** 42,
  },
  push_devices: {
    user_id,
    device_id: 'd',
    token_hash: 't',
    endpoint_hash: 'e',
    sealed: 's',
    name: HOSTILE,
    added_at: 2 ** 41,
    last_sent_at: null,
  },
  shares: {
    user_id,
    share_id: 's',
    label: HOSTILE,
    secret_hash: 'h',
    passcode_hash: '',
    from_date: null,
    medication: 1,
    diary: 1,
    check_ins: 0,
    notes: 0,
    created_at: 2 ** 41,
    expires_at: 2 ** 42,
    ended_at: null,
  },
  share_openings: { user_id, share_id: 's', token_hash: 't', opened_at: 2 ** 41 },
  health_links: {
    user_id,
    health_link_id: 'h',
    secret_hash: 'h',
    created_at: 2 ** 41,
    expires_at: 2 ** 42,
    ended_at: null,
    file: HOSTILE,
  },
  health_link_readings: {
    user_id,
    health_link_id: 'h',
    reading_id: 'r',
    recipient: HOSTILE,
    read_at: 2 ** 41,
  },
  former_entries: {
    user_id,
    kind: 'dose',
    entry_id: 'd',
    version: 1,
    former: HOSTILE,
    replaced_at: 2 ** 41,
  },
  spreadsheet_rows: { user_id, form_number: 1, version: 1 },
};

/** The name of a table in the latest schema. Meaningless for a table whose rows a migration moves to another table. */
export function latestName(table: OwnTable): OwnTable {
  return RENAMED[table] ?? table;
}

/** Makes a test database with the schema of a migration and a row in each table. */
export async function placeOfTime(
  engine: Place['engine'],
  lastMigration: string,
): Promise<{ readonly place: Place; readonly tables: readonly OwnTable[] }> {
  const place = await newPlace(engine);
  return { place, tables: await upgrade(place, lastMigration) };
}

/**
 * Upgrades a test database to a migration and adds a row to each new table.
 *
 * @param filled the tables that already have a row
 * @returns all tables
 */
export async function upgrade(
  place: Place,
  lastMigration: string,
  filled: readonly OwnTable[] = [],
): Promise<readonly OwnTable[]> {
  const db = await openDatabase(
    { ...place, timeZone: TIME_ZONE, onError: () => {} },
    lastMigration,
  );
  const columnsOf = new Map(
    (await db.introspection.getTables()).map(({ name, columns }) => {
      return [name, columns.map((column) => column.name)];
    }),
  );
  await db.destroy();
  const connection = await openBulk(place);
  const { own: tables } = await ownTables(connection);
  const filledNow = filled.map((table) => (tables.includes(table) ? table : RENAMED[table]));
  await connection.begin('writing');
  for (const table of tables) {
    if (filledNow.includes(table)) continue;
    // The migration that creates `jobs` has moved the rows of the tables in `filled` to `jobs`. Add only the rows that
    // the migration would have moved from the other tables.
    const jobs = MOVED.filter(({ from }) => !filled.includes(from)).map(({ row }) => row);
    const rows = table === 'jobs' ? jobs : [rowIn(table, columnsOf.get(table) ?? [])];
    if (rows.length > 0) await connection.insert(table, rows);
  }
  await connection.commit();
  await connection.close();
  return tables;
}

/**
 * Upgrades a test database in a separate process, which kills itself after `killAfter` statements (0: never).
 *
 * @returns the number of statements; undefined if the process was killed
 */
export async function migrateKilled(
  { dataDir, databaseUrl = '' }: Place,
  killAfter = 0,
): Promise<number | undefined> {
  const child = spawn(process.execPath, [SCRIPT, dataDir, databaseUrl, String(killAfter)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [statements, [code, signal]] = await Promise.all([
    text(child.stdout),
    once(child, 'close'),
  ]);
  if (signal === 'SIGKILL') return undefined;
  expect(code).toBe(0);
  return Number(statements);
}

/** Expects each table to hold its row once, unchanged except for later columns. */
export async function expectUnchanged(place: Place, tables: readonly OwnTable[]): Promise<void> {
  const connection = await openBulk(place);
  try {
    await connection.begin('reading');
    const { own } = await ownTables(connection);
    for (const table of tables) {
      const name = own.includes(table) ? table : RENAMED[table];
      if (table === 'jobs' || name === undefined) continue;
      const stored = await rowsOf(connection, name);
      // Later migrations queue doses, check-ins and days besides the form that was queued.
      const isLater = ({ kind }: Row) =>
        table === 'spreadsheet_rows' && /dose|checkIn|day/.test(String(kind));
      const rows = stored.filter((row) => !isLater(row));
      expect(rows).toMatchObject([rowIn(table, Object.keys(rows[0] ?? {}))]);
    }
    const gone = tables.filter((table) => !own.includes(table) && !RENAMED[table]);
    if (!own.includes('jobs')) {
      expect(gone).toEqual([]);
      return;
    }
    // If `tables` includes `jobs`, all moved rows were in `jobs` before this upgrade. Otherwise this upgrade moved the
    // rows of the tables that no longer exist.
    const moved = MOVED.filter(({ from }) => tables.includes('jobs') || gone.includes(from));
    const jobs = await rowsOf(connection, 'jobs');
    expect(jobs.sort((one, other) => (String(one.id) < String(other.id) ? -1 : 1))).toMatchObject(
      moved.map(({ row }) => row),
    );
    expect(MOVED.map(({ from }) => from)).toEqual(expect.arrayContaining(gone));
  } finally {
    await connection.close();
  }
}

/** A table's row in the schema in which the table has these columns. */
function rowIn(table: Exclude<OwnTable, 'jobs'>, columns: readonly string[]): Row {
  if (table === 'spreadsheet_rows' && columns.includes('kind')) {
    return { user_id, kind: 'form', number: 1, times_queued: 1 };
  }
  if (table === 'attempts' && columns.includes('expires_at')) {
    return { limit_key: 'k', tries: '[1]', expires_at: 2 ** 41 + 3_600_000 };
  }
  const { years_with_parkinsons: _, ...kept } = ROWS[table];
  if (!columns.includes('time_zone')) return ROWS[table];
  return { ...kept, time_zone: TIME_ZONE };
}

async function rowsOf(connection: BulkConnection, table: OwnTable): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const page of connection.rows(table)) rows.push(...page);
  return rows;
}

/** Every table and column with type and nullability. */
export async function schemaOf(place: Place): Promise<unknown> {
  const db = await openPlace(place);
  try {
    const tables = await db.introspection.getTables();
    return tables
      .map(({ name, columns }) => ({ name, columns: columns.map((column) => ({ ...column })) }))
      .sort((one, other) => (one.name < other.name ? -1 : 1));
  } finally {
    await db.destroy();
  }
}

/** Adds a person who has a spreadsheet, to a database with a schema from migration 0017 to 0020. */
export async function addPersonWithSheet(
  db: Database,
  id: string,
  { isOn, forms }: { readonly isOn: boolean; readonly forms: number },
): Promise<void> {
  await sql`insert into accounts (user_id, email, password_hash, created_at)
    values (${id}, ${id}, '', 1)`.execute(db);
  const names = { first_name: '', last_name: '', birthday: '', biological_sex: '' };
  const zone = { time_zone: TIME_ZONE, diagnosed_year: null, display: null };
  const times = { created_at: 1, revision: 0, last_form_number: forms };
  await db
    .insertInto('profiles')
    .values({ user_id: id, ...names, ...zone, ...times })
    .execute();
  const sheet = { spreadsheet_id: 'book', is_ready: 1, problem: '', legacy: '' };
  await db
    .insertInto('spreadsheets')
    .values({ user_id: id, is_on: Number(isOn), ...sheet, tries: 0, due_at: 0 })
    .execute();
}

/** The queue of the spreadsheet, each row as one text. */
export async function queueTexts(db: Database): Promise<string[]> {
  const queue = await db
    .selectFrom('spreadsheet_rows')
    .selectAll()
    .orderBy('kind')
    .orderBy('number')
    .execute();
  return queue.map((row) => Object.values(row).join(' '));
}
