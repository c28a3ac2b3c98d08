import { randomUUID } from 'node:crypto';
import { unknownPerson } from '../src/contract/facts.ts';
import type { Rating } from '../src/domain/rating.ts';
import { saveSlots } from '../src/domain/slots.ts';
import { addDays, dateOf, type Instant, instantAt, startOfDay } from '../src/domain/zone.ts';
import { addForm } from '../src/server/forms/queries/new-forms.ts';
import { Passwords } from '../src/server/identity/passwords.ts';
import { addAccount } from '../src/server/identity/queries/accounts.ts';
import type { Database } from '../src/server/platform/db/database.ts';
import { addProfile } from '../src/server/profile/queries/profiles.ts';
import { findSlots, storeSymptoms } from '../src/server/profile/queries/symptoms.ts';
import { addDemoCheckIns } from './demo-check-ins.ts';
import { addDemoFalls } from './demo-falls.ts';
import { addDemoMedication } from './demo-medication.ts';
import { randomFrom } from './demo-random.ts';
import { addDemoVisits } from './demo-visits.ts';

/**
 * A made-up patient with months of forms, a regimen, doses, check-ins, falls, and a visit tomorrow with its motor diary. The
 * severities depend on the time of day, and change slowly.
 */

export const DEMO_EMAIL = 'demo@example.org';
export const DEMO_PASSWORD = 'steady-as-she-goes';

const DAYS = 125;
/** The day on which slot 3 changes to another symptom, so that the replaced symptom becomes a past symptom. */
const CHANGE_DAY = 60;
const HOUR_MS = 3_600_000;

/** The usual severity by time of day, and its change over the whole period. */
const PATTERNS = {
  Tremor: { morning: 3.6, afternoon: 2.2, evening: 2.9, drift: -0.9 },
  Stiffness: { morning: 2.3, afternoon: 2.1, evening: 3.1, drift: 0.8 },
  'Poor sleep': { morning: 3.4, afternoon: 1.6, evening: 1.4, drift: -0.3 },
  Balance: { morning: 1.4, afternoon: 1.9, evening: 2.5, drift: 0.3 },
} as const;
type Symptom = keyof typeof PATTERNS;

const TIMES = [
  { name: 'morning', hour: 8 },
  { name: 'afternoon', hour: 13.5 },
  { name: 'evening', hour: 19.5 },
] as const;

const NOTES = [
  'Slept badly.',
  'Better after a walk.',
  'Worse before the next dose.',
  'Hard to button my shirt.',
  'A calm day.',
];

interface DemoOptions {
  /** In how many days the next visit is; undefined for a person without visits. */
  readonly visitIn?: number | undefined;
  readonly hasMedication?: boolean;
}

/** Adds the patient with entries up to `now`. The same `now` gives the same entries, except for their ids. */
export async function addDemoPatient(
  db: Database,
  zone: string,
  now: Instant,
  { visitIn, hasMedication = true }: DemoOptions = { visitIn: 1 },
): Promise<void> {
  const random = randomFrom(20260101);
  const userId = randomUUID();
  const today = dateOf(now, zone);
  const begun = instantAt(addDays(today, -DAYS), '07:05', zone);
  const passwordHash = await new Passwords().hash(DEMO_PASSWORD);
  await addAccount(db, { userId, email: DEMO_EMAIL, passwordHash }, begun);
  await addProfile(
    db,
    userId,
    {
      ...unknownPerson(zone),
      firstName: 'Grace',
      lastName: 'Hopper',
      birthday: '1952-03-14',
      biologicalSex: 'female',
      diagnosedYear: Number(today.slice(0, 4)) - 6,
      moreQuestions: 'bowels,naps,dizzy',
    },
    begun,
  );
  await track(db, userId, ['Tremor', 'Stiffness', 'Poor sleep'], begun);
  for (let day = 0; day <= DAYS; day++) {
    const date = addDays(today, day - DAYS);
    const start = startOfDay(date, zone);
    if (day === CHANGE_DAY) {
      const changedAt = instantAt(date, '07:30', zone);
      await track(db, userId, ['Tremor', 'Stiffness', 'Balance'], changedAt);
    }
    const third = day < CHANGE_DAY ? 'Poor sleep' : 'Balance';
    for (const time of TIMES) {
      const loggedAt = Math.round(start + (time.hour + random() * 1.5) * HOUR_MS);
      const isSkipped = random() < 0.1;
      const ratings = (['Tremor', 'Stiffness', third] as const).map((name, index) => ({
        slot: index + 1,
        ...rating(name, time.name, day / DAYS, random),
      }));
      if (isSkipped || loggedAt > now) continue;
      const times = { loggedAt, enteredAt: loggedAt, timeZone: zone };
      const form = { submissionId: null, ...times, ratings };
      await addForm(db, userId, form, loggedAt);
    }
  }
  const days = { first: addDays(today, -DAYS), last: today };
  if (hasMedication) await addDemoMedication(db, userId, { ...days, zone, now });
  await addDemoCheckIns(db, userId, { ...days, zone, now });
  await addDemoFalls(db, userId, { ...days, zone, now });
  if (visitIn !== undefined) {
    await addDemoVisits(db, userId, { ...days, zone, now }, addDays(today, visitIn));
  }
}

function rating(
  name: Symptom,
  time: (typeof TIMES)[number]['name'],
  progress: number,
  random: () => number,
): Omit<Rating, 'slot'> {
  const pattern = PATTERNS[name];
  const usual = pattern[time] + pattern.drift * (progress - 0.5);
  const severity = Math.min(5, Math.max(1, Math.round(usual + (random() - 0.5) * 1.8)));
  const note = random() < 0.06 ? NOTES[Math.floor(random() * NOTES.length)] : '';
  return { name, severity, notes: note ?? '' };
}

async function track(db: Database, userId: string, names: string[], at: Instant): Promise<void> {
  const changes = Object.fromEntries(names.map((name, index) => [index + 1, name]));
  await db.transaction().execute(async (trx) => {
    const outcome = saveSlots(await findSlots(trx, userId), changes);
    if ('refused' in outcome) throw new Error(outcome.refused);
    await storeSymptoms(trx, userId, outcome.state, { now: at });
  });
}
