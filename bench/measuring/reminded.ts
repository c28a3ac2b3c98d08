import { createECDH, hash, randomBytes, randomUUID } from 'node:crypto';
import { DEFAULT_REMINDERS, type ReminderKind } from '../../src/domain/reminders.ts';
import { type Instant, timeOf } from '../../src/domain/zone.ts';
import type { Database } from '../../src/server/platform/db/database.ts';
import { hashOfToken, type Secrets } from '../../src/server/platform/secrets.ts';
import { addDoses, addPeople, type Person, ZONE } from './data.ts';

const MINUTE_MS = 60_000;
/** The reminders of a person in a day. */
const A_DAY = 4;
/** The time between two reminders of a person (ms). */
const APART_MS = 240 * MINUTE_MS;
/** People without a reminder at `dueAt` get one at least this long after `dueAt` (ms), spread over `SPREAD` minutes. */
const LATER_MS = 20 * MINUTE_MS;
const SPREAD = 200;
/** The number of days whose doses are logged. */
const DAYS = 3;
/** How many people are added at once. PostgreSQL has few connections. */
const PEOPLE_AT_ONCE = 100;

interface Plan {
  readonly count: number;
  /** How many of the people have a reminder at `dueAt`. */
  readonly dueAtOnce: number;
  /** A full minute. */
  readonly dueAt: Instant;
  /** The origin of the push service of the devices. */
  readonly origin: string;
}

/**
 * Adds people with one device each and four reminders a day, four hours apart. Half of the people have reminders of
 * doses, the other half of three forms and a check-in. Nobody has a reminder in the two hours before `dueAt`. People
 * without a reminder at `dueAt` have none in the 20 minutes after it.
 *
 * @returns the people, first those with a reminder at `dueAt`
 */
export async function addReminded(db: Database, secrets: Secrets, plan: Plan): Promise<Person[]> {
  const people: Person[] = [];
  while (people.length < plan.count) {
    const added = await addPeople(db, Math.min(PEOPLE_AT_ONCE, plan.count - people.length));
    const planned = added.map((person, place) => {
      const index = people.length + place;
      const later = LATER_MS + (index % SPREAD) * MINUTE_MS;
      const nextAt = index < plan.dueAtOnce ? plan.dueAt : plan.dueAt + later;
      return { person, nextAt, times: timesFrom(nextAt), isForDoses: index % 2 === 0 };
    });
    const forDoses = planned.filter(({ isForDoses }) => isForDoses);
    await Promise.all(
      forDoses.map(({ person, times }) => addDoses(db, person, DAYS, [...times].sort())),
    );
    const reminders = planned.map(({ person, nextAt, times, isForDoses }) => ({
      user_id: person.userId,
      settings: JSON.stringify(isForDoses ? settingsOf({ dose: [] }) : ofEntries(times)),
      next_at: nextAt,
      handled_until: Date.now(),
    }));
    await db.insertInto('reminders').values(reminders).execute();
    const devices = added.map((person) => deviceOf(person, secrets, plan.origin));
    await db.insertInto('push_devices').values(devices).execute();
    people.push(...added);
  }
  return people;
}

/** All devices have the same keys, because making a key pair for each takes long. */
const KEYS = {
  p256dh: createECDH('prime256v1').generateKeys('base64url'),
  auth: randomBytes(16).toString('base64url'),
};

function deviceOf({ userId, cookie }: Person, secrets: Secrets, origin: string) {
  const endpoint = `${origin}/${userId}`;
  return {
    user_id: userId,
    device_id: randomUUID(),
    token_hash: hashOfToken(cookie.replace('session=', '')),
    endpoint_hash: hash('sha256', endpoint),
    sealed: secrets.seal(JSON.stringify({ endpoint, keys: KEYS })),
    name: 'Chrome on Android',
    added_at: Date.now(),
    last_sent_at: null,
  };
}

/** The times of the reminders of a day, the first of which is due at `dueAt`. */
function timesFrom(dueAt: Instant): string[] {
  return Array.from({ length: A_DAY }, (_, index) => timeOf(dueAt + index * APART_MS, ZONE));
}

function ofEntries(times: readonly string[]) {
  return settingsOf({ form: times.slice(0, -1), checkIn: times.slice(-1) });
}

function settingsOf(on: Partial<Record<ReminderKind, readonly string[]>>) {
  const reminders = DEFAULT_REMINDERS.reminders.map((each) => {
    const times = on[each.kind];
    return times ? { ...each, on: true, times: [...times].sort() } : each;
  });
  return { ...DEFAULT_REMINDERS, reminders };
}
