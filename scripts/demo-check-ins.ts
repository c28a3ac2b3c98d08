import { checkIn } from '../src/contract/kinds/check-in.ts';
import type { DizzyAnswer, GivenAnswers } from '../src/domain/check-in.ts';
import { addDays, instantAt } from '../src/domain/zone.ts';
import { saveEntries } from '../src/server/entries/queries/save.ts';
import { SELF } from '../src/server/identity/authors.ts';
import type { Database } from '../src/server/platform/db/database.ts';
import type { DemoPeriod } from './demo-medication.ts';
import { randomFrom } from './demo-random.ts';

/** The check-ins of the made-up patient, on most days. */

const MINUTE_MS = 60_000;
const MINUTES = [0, 0, 15, 30, 30, 45, 60];
const NAPS = [0, 0, 0, 20, 30, 45];
const DIZZY: readonly DizzyAnswer[] = ['no', 'no', 'no', 'no', 'once', 'often'];
const NOTES = [
  'Physiotherapy today.',
  'Visitors all afternoon.',
  'A long walk.',
  'Woke up at four.',
];

export async function addDemoCheckIns(
  db: Database,
  userId: string,
  { first, last, zone, now }: DemoPeriod,
): Promise<void> {
  const random = randomFrom(20260103);
  // A sequence of its own, so that the other answers stay as they were.
  const later = randomFrom(20260104);
  for (let day = first; day <= last; day = addDays(day, 1)) {
    const isLeftOut = random() < 0.15;
    const answers = someAnswers(random, later);
    const enteredAt = instantAt(day, '20:30', zone) + Math.round(random() * 90) * MINUTE_MS;
    if (isLeftOut || enteredAt > now) continue;
    const sent = { values: { day, ...answers }, enteredAt, timeZone: zone, by: SELF };
    await saveEntries(db, checkIn, userId, [sent], { now: enteredAt, limits: undefined });
  }
}

function someAnswers(random: () => number, later: () => number): GivenAnswers {
  const asPlanned = random();
  const minutes = MINUTES[Math.floor(random() * MINUTES.length)];
  const sleepHours = Math.round((5 + random() * 1.5 + random() * 1.5) * 2) / 2;
  const mood = Math.round(2 + random() * 2.6);
  const [isExercise, isSleep, isNote] = [random() < 0.9, random() < 0.95, random() < 0.12];
  const medication = asPlanned < 0.72 ? 'as planned' : asPlanned < 0.86 ? 'partly' : 'no';
  return {
    medication: asPlanned < 0.88 ? medication : null,
    exerciseMinutes: isExercise ? minutes : null,
    sleepHours: isSleep ? sleepHours : null,
    mood,
    bowels: later() < 0.9 ? later() < 0.75 : null,
    naps: NAPS[Math.floor(later() * NAPS.length)],
    dizzy: DIZZY[Math.floor(later() * DIZZY.length)],
    notes: isNote ? NOTES[Math.floor(random() * NOTES.length)] : '',
  };
}
