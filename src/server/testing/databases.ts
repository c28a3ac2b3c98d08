import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, inject, onTestFinished } from 'vitest';
import { type Database, openDatabase } from '../db/database.ts';

/** Where a test's fresh database is: the settings a server needs to open it. */
export interface Place {
  readonly engine: 'SQLite' | 'PostgreSQL';
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
}

/** Describes the same tests twice: on a fresh SQLite file, and on a fresh database of a real PostgreSQL. */
export function onEveryDatabase(tests: (place: () => Place) => void): void {
  for (const engine of ['SQLite', 'PostgreSQL'] as const) on(engine, tests);
}

/** Describes tests that are not about the database, or of what only one in a file can do. */
export function onSqlite(tests: (place: () => Place) => void): void {
  on('SQLite', tests);
}

/** Describes tests of what only a database with many connections can do. */
export function onPostgres(tests: (place: () => Place) => void): void {
  on('PostgreSQL', tests);
}

function on(engine: Place['engine'], tests: (place: () => Place) => void): void {
  describe(`on ${engine}`, () => {
    let fresh: FreshPlace;

    beforeAll(async () => {
      fresh = await makePlace(engine);
    });

    afterAll(() => fresh.drop());

    tests(() => fresh.place);
  });
}

interface FreshPlace {
  readonly place: Place;
  readonly drop: () => Promise<void>;
}

async function makePlace(engine: Place['engine'], options = ''): Promise<FreshPlace> {
  const dataDir = await mkdtemp(join(tmpdir(), 'symptom-tracker-'));
  const name = engine === 'PostgreSQL' ? `test_${randomUUID().replaceAll('-', '')}` : undefined;
  if (name) await asAdministrator(`create database ${name} ${options}`);
  return {
    place: { engine, dataDir, databaseUrl: name && urlOf(name) },
    async drop() {
      await rm(dataDir, { recursive: true, force: true });
      if (name) await asAdministrator(`drop database ${name} with (force)`);
    },
  };
}

/**
 * A place for one test alone, where there is nothing yet.
 *
 * @param options what else PostgreSQL is told as it makes the database
 */
export async function newPlace(engine: Place['engine'], options = ''): Promise<Place> {
  const { place, drop } = await makePlace(engine, options);
  onTestFinished(drop);
  return place;
}

function urlOf(name: string): string {
  const url = new URL(inject('postgresUrl'));
  url.pathname = name;
  return url.href;
}

async function asAdministrator(statement: string): Promise<void> {
  const client = new pg.Client(inject('postgresUrl'));
  await client.connect();
  await client.query(statement);
  await client.end();
}

/** PostgreSQL's code for a connection that an administrator ended. */
const ADMIN_SHUTDOWN = '57P01';

/** Opens a place's database the way the server does. */
export async function openPlace(place: Place): Promise<Database> {
  return await openDatabase({
    ...place,
    onError: (error) => {
      // A pool is closed before its last connections are, and dropping the database ends those.
      if ('code' in error && error.code === ADMIN_SHUTDOWN) return;
      throw error;
    },
  });
}

/** All rows of all the tables that hold what people entered or how they get in, to compare before and after. */
export async function everythingStored(db: Database): Promise<Record<string, unknown[]>> {
  const tables = [
    'accounts',
    'sessions',
    'identities',
    'provider_tokens',
    'profiles',
    'slots',
    'past_symptoms',
    'forms',
    'ratings',
    'former_ratings',
  ] as const;
  const stored: Record<string, unknown[]> = {};
  for (const table of tables) {
    const rows = await db.selectFrom(table).selectAll().execute();
    stored[table] = rows.map((row) => JSON.stringify(row)).sort();
  }
  return stored;
}
