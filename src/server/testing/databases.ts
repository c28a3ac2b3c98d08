import { randomUUID } from 'node:crypto';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PostgresAdapter, sql, type TableMetadata } from 'kysely';
import { afterAll, beforeAll, describe, inject, onTestFinished } from 'vitest';
import { sqlitePath } from '../platform/db/connecting.ts';
import { type Database, openDatabase } from '../platform/db/database.ts';
import { createDatabase, dropDatabase, TEMPLATE } from './postgres-databases.ts';

/** Where a test's database is: the settings that a server needs to open it. */
export interface Place {
  readonly engine: 'SQLite' | 'PostgreSQL';
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
}

/**
 * Runs the same tests twice, on a SQLite file and on a database of a real PostgreSQL. Both are copies of an empty
 * template with the latest schema.
 *
 * @param tests gets a function that returns the place of the database, and `onlyOnce`, which runs its tests on SQLite
 * only, because they do not depend on the database
 */
export function onEveryDatabase(
  tests: (place: () => Place, onlyOnce: (more: () => void) => void) => void,
): void {
  on('SQLite', (place) => tests(place, (more) => more()));
  on('PostgreSQL', (place) => tests(place, () => {}));
}

/** Runs tests on SQLite only, because they need a database in a file or do not depend on the database. */
export function onSqlite(tests: (place: () => Place) => void): void {
  on('SQLite', tests);
}

/** Runs tests on PostgreSQL only, because they need a database with many connections. */
export function onPostgres(tests: (place: () => Place) => void): void {
  on('PostgreSQL', tests);
}

function on(engine: Place['engine'], tests: (place: () => Place) => void): void {
  describe(`on ${engine}`, () => {
    let fresh: FreshPlace;

    beforeAll(async () => {
      fresh = await makeMigratedPlace(engine);
    });

    afterAll(() => fresh.drop());

    tests(() => fresh.place);
  });
}

export interface FreshPlace {
  readonly place: Place;
  readonly drop: () => Promise<void>;
}

/** Makes a database without a schema. The caller must drop it. */
export async function makePlace(engine: Place['engine'], options = ''): Promise<FreshPlace> {
  const dataDir = await mkdtemp(join(tmpdir(), 'symptom-tracker-'));
  if (engine === 'SQLite') {
    const drop = () => rm(dataDir, { recursive: true, force: true });
    return { place: { engine, dataDir, databaseUrl: undefined }, drop };
  }
  const server = inject('postgresUrl');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const databaseUrl = await createDatabase(server, name, options);
  return {
    place: { engine, dataDir, databaseUrl },
    async drop() {
      await rm(dataDir, { recursive: true, force: true });
      await dropDatabase(server, name);
    },
  };
}

/** Makes a database with the latest schema. The caller must drop it. */
async function makeMigratedPlace(engine: Place['engine']): Promise<FreshPlace> {
  const made = await makePlace(engine, `template ${TEMPLATE} strategy file_copy`);
  if (engine === 'SQLite') {
    await copyFile(sqlitePath(inject('sqliteTemplate')), sqlitePath(made.place.dataDir));
  }
  return made;
}

/**
 * Makes a database without a schema, which is dropped at the end of the test.
 *
 * @param options the end of the statement `create database`, such as a template; only PostgreSQL uses it
 */
export async function newPlace(engine: Place['engine'], options = ''): Promise<Place> {
  const { place, drop } = await makePlace(engine, options);
  onTestFinished(drop);
  return place;
}

/** Makes a database with the latest schema, which is dropped at the end of the test. */
export async function newMigratedPlace(engine: Place['engine']): Promise<Place> {
  const { place, drop } = await makeMigratedPlace(engine);
  onTestFinished(drop);
  return place;
}

/** PostgreSQL's code for a connection that an administrator has terminated. */
const ADMIN_SHUTDOWN = '57P01';

/** Opens a place's database the way the server does. */
export async function openPlace(place: Place): Promise<Database> {
  return await openDatabase({
    ...place,
    onError: (error) => {
      // Ignore this error: connections may still be open when the pool is closed, and dropping the test's database
      // terminates them.
      if ('code' in error && error.code === ADMIN_SHUTDOWN) return;
      throw error;
    },
  });
}

/** The tables with people’s data and sign-in methods. */
const PERSONAL_TABLES = [
  'accounts',
  'sessions',
  'email_undos',
  'identities',
  'passkeys',
  'provider_tokens',
  'profiles',
  'slots',
  'past_symptoms',
  'entries',
  'former_entries',
  'sheet_rows',
  'reminders',
  'push_devices',
  'caregivers',
  'invitations',
  'links',
  'link_openings',
] as const;

/** All rows of the tables with people's data and sign-in methods, to compare before and after. */
export async function everythingStored(db: Database): Promise<Record<string, unknown[]>> {
  const stored: Record<string, unknown[]> = {};
  if (db.getExecutor().adapter instanceof PostgresAdapter) {
    // One statement for all tables, because each statement takes a round trip.
    const tables = PERSONAL_TABLES.map(
      (table) =>
        sql`select ${table} as name, row_to_json(each)::text as text from ${sql.table(table)} as each`,
    );
    const all = sql<{ name: string; text: string }>`${sql.join(tables, sql` union all `)}`;
    for (const table of PERSONAL_TABLES) stored[table] = [];
    for (const { name, text } of (await all.execute(db)).rows) stored[name]?.push(text);
  } else {
    for (const table of PERSONAL_TABLES) {
      const rows = await db.selectFrom(table).selectAll().execute();
      stored[table] = rows.map((row) => JSON.stringify(row));
    }
  }
  for (const rows of Object.values(stored)) rows.sort();
  return stored;
}

/** Deletes every account, and so all data of people. The next test then compares few rows. */
export async function forgetEverybody(db: Database): Promise<void> {
  await db.deleteFrom('accounts').execute();
}

/** Every table and column of a database that the app has opened, with type and nullability. */
export async function schemaOf(place: Place): Promise<TableMetadata[]> {
  const db = await openPlace(place);
  try {
    const tables = await db.introspection.getTables();
    return tables.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  } finally {
    await db.destroy();
  }
}
