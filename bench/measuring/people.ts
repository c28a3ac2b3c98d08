import { randomUUID } from 'node:crypto';
import { DAY_MS } from '../../src/domain/zone.ts';
import { addAccount } from '../../src/server/identity/queries/accounts.ts';
import { addSession } from '../../src/server/identity/queries/sessions.ts';
import { type Database, openDatabase } from '../../src/server/platform/db/database.ts';
import { hashOfToken, loadSecrets, randomToken } from '../../src/server/platform/secrets.ts';
import { addProfile, changeSlots } from '../../src/server/profile/queries/profiles.ts';
import { UNKNOWN_PERSON } from '../../src/server/profile/serializer.ts';
import type { Store } from './programs.ts';

export const SYMPTOMS = ['Tremor', 'Stiffness', 'Balance'] as const;
const SESSION_MS = 30 * DAY_MS;
const AT_ONCE = 200;

/** Someone who is signed in. */
export interface Person {
  readonly userId: string;
  readonly cookie: string;
}

/** Opens a store as the server does, for as long as the work takes. */
export async function inDatabase<Value>(
  store: Store,
  work: (db: Database) => Promise<Value>,
): Promise<Value> {
  // As a server makes it before anybody has an account.
  loadSecrets(store.dataDir);
  const db = await openDatabase({
    dataDir: store.dataDir,
    databaseUrl: store.databaseUrl,
    onError: (error) => {
      throw error;
    },
  });
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

/** People with a profile, three symptoms and a session, and without a form. */
export async function addPeople(db: Database, count: number): Promise<Person[]> {
  const added: Person[] = [];
  while (added.length < count) {
    // At once, so that they share commits; not all, for nobody waits for a connection longer than 2 s.
    const some = Math.min(count - added.length, AT_ONCE);
    added.push(...(await Promise.all(Array.from({ length: some }, () => addPerson(db)))));
  }
  return added;
}

async function addPerson(db: Database): Promise<Person> {
  const now = Date.now();
  const userId = randomUUID();
  const email = `${userId}@example.org`;
  await addAccount(db, { userId, email, passwordHash: '' }, now);
  await addProfile(db, userId, { ...UNKNOWN_PERSON, firstName: 'Grace', lastName: 'Hopper' }, now);
  const name = ({ past }: { past: readonly string[] }) => ({
    state: { slots: [...SYMPTOMS, null, null] as const, past },
  });
  await changeSlots(db, userId, name, now);
  const token = randomToken();
  const session = { userId, isNewUser: false, tokenHash: hashOfToken(token) };
  await addSession(db, { ...session, expiresAt: now + SESSION_MS }, now);
  return { userId, cookie: `session=${token}` };
}
