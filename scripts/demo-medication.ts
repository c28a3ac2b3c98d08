import { randomUUID } from 'node:crypto';
import { dose } from '../src/contract/kinds/dose.ts';
import { medication } from '../src/contract/kinds/medication.ts';
import { tabletCount } from '../src/contract/kinds/tablet-count.ts';
import { plannedDoses, type RegimenVersion } from '../src/domain/regimen.ts';
import type { DayRange } from '../src/domain/windows.ts';
import { addDays, type Instant, instantAt } from '../src/domain/zone.ts';
import { saveEntries } from '../src/server/entries/queries/save.ts';
import { SELF } from '../src/server/identity/authors.ts';
import type { Database } from '../src/server/platform/db/database.ts';
import { randomFrom } from './demo-random.ts';

/** The regimen of the made-up patient, and the doses of the last weeks. */

/** The day of the change to more levodopa, counted from the first day. */
const CHANGE_DAY = 80;
/** The number of days with doses. */
const LOGGED_DAYS = 60;
const MINUTE_MS = 60_000;

// The ids are fixed, because the order of doses, and so their random minutes, follows from them.
const LEVODOPA = {
  medicationId: '1f6b2c7e-0d7a-4b5e-9c3f-5a1e8d2b4c60',
  ...{ name: 'Levodopa/carbidopa', strength: 100, isLevodopa: true },
};
const TIMES = ['08:00', '12:00', '16:00', '20:00'];
const RASAGILINE = {
  medicationId: '7a3d9e14-62c8-4f0b-8e5d-b1c47f9a2d35',
  ...{ name: 'Rasagiline', strength: 1, isLevodopa: false },
};

/** The days of the patient's entries, their zone, and the present. There are no entries after `now`. */
export interface DemoPeriod extends DayRange {
  readonly zone: string;
  readonly now: Instant;
}

export async function addDemoMedication(
  db: Database,
  userId: string,
  { first, last, zone, now }: DemoPeriod,
): Promise<void> {
  const regimen = regimenFrom(first);
  for (const version of regimen) {
    const enteredAt = instantAt(version.from, '07:20', zone);
    const sent = { values: { ...version }, enteredAt, timeZone: zone, by: SELF };
    await saveEntries(db, medication, userId, [sent], { now: enteredAt, limits: undefined });
  }
  const countedAt = instantAt(addDays(last, -12), '09:30', zone);
  const [{ medicationId = '' } = {}] = regimen;
  const values = { countId: randomUUID(), medicationId, countedAt, amount: 100, how: 'counted' };
  const counted = { values, enteredAt: countedAt, timeZone: zone, by: SELF };
  await saveEntries(db, tabletCount, userId, [counted], { now: countedAt, limits: undefined });
  const random = randomFrom(20260102);
  for (let day = addDays(last, 1 - LOGGED_DAYS); day <= last; day = addDays(day, 1)) {
    for (const { at, amount, version } of plannedDoses(regimen, day, zone)) {
      const chance = random();
      const takenAt = at + minutesLate(random) * MINUTE_MS;
      // Some planned doses have no logged dose, so it is unknown whether they were taken.
      if (chance < 0.05 || takenAt > now) continue;
      const { medicationId, name, strength, unit, isLevodopa } = version;
      const status = chance < 0.07 ? 'skipped' : 'taken';
      const values = {
        ...{ doseId: randomUUID(), medicationId, name, strength, unit, isLevodopa },
        ...{ amount, takenAt, scheduledFor: at, status },
      };
      const sent = { values, enteredAt: takenAt, timeZone: zone, by: SELF };
      await saveEntries(db, dose, userId, [sent], { now: takenAt, limits: undefined });
    }
  }
}

function regimenFrom(first: string): RegimenVersion[] {
  const levodopa = medicationOf(LEVODOPA);
  const timesOf = (amounts: readonly number[]) =>
    TIMES.map((time, index) => ({ time, amount: amounts[index] ?? 0 }));
  return [
    { ...levodopa, from: first, times: timesOf([0.75, 0.75, 0.75, 0.5]) },
    { ...levodopa, from: addDays(first, CHANGE_DAY), times: timesOf([1, 1, 1, 0.5]) },
    { ...medicationOf(RASAGILINE), from: first, times: [{ time: '08:00', amount: 1 }] },
  ];
}

function medicationOf(drug: typeof LEVODOPA) {
  return { ...drug, unit: 'mg', form: 'tablet', asNeeded: false, until: null };
}

/** Most doses are taken within minutes of the plan, and a few up to an hour and a half later. */
function minutesLate(random: () => number): number {
  const around = Math.round((random() + random() + random() - 1.3) * 15);
  return random() < 0.06 ? around + Math.round(30 + random() * 60) : around;
}
