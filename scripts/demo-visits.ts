import { randomUUID } from 'node:crypto';
import { diary } from '../src/contract/kinds/diary.ts';
import { visit } from '../src/contract/kinds/visit.ts';
import { type DiaryState, HALF_HOUR_MS, slotsOfDay } from '../src/domain/diary.ts';
import { diaryDaysOf } from '../src/domain/visit.ts';
import {
  addDays,
  type CalendarDate,
  instantAt,
  localTimeOf,
  midnightOf,
} from '../src/domain/zone.ts';
import { saveEntries } from '../src/server/entries/queries/save.ts';
import { SELF } from '../src/server/identity/authors.ts';
import type { Database } from '../src/server/platform/db/database.ts';
import type { DemoPeriod } from './demo-medication.ts';
import { randomFrom } from './demo-random.ts';

/** The visits of the made-up patient, and the motor diary of the days before the next one. */

/** How long ago the last visit was (days). */
const LAST_VISIT_DAYS = 42;
const HOUR_MS = 3_600_000;
const TOPICS = ['Freezing in doorways', 'Waking up at night'];

export async function addDemoVisits(
  db: Database,
  userId: string,
  { last, zone, now }: DemoPeriod,
  next: CalendarDate,
): Promise<void> {
  for (const [day, topics] of [
    [addDays(last, -LAST_VISIT_DAYS), []],
    [next, TOPICS],
  ] as const) {
    const enteredAt = instantAt(addDays(last, -LAST_VISIT_DAYS), '15:40', zone);
    const values = { visitId: randomUUID(), day, topics, bloodPressure: null };
    const sent = { values, enteredAt, timeZone: zone, by: SELF };
    await saveEntries(db, visit, userId, [sent], { now: enteredAt, limits: undefined });
  }
  const random = randomFrom(20260104);
  for (const day of diaryDaysOf([{ day: next }])) {
    for (const slot of slotsOfDay(day, zone)) {
      const state = stateAt((localTimeOf(slot, zone) - midnightOf(day)) / HOUR_MS, random);
      const isLeftOut = state !== 'asleep' && random() < 0.03;
      // The night is entered in the morning.
      const enteredAt = state === 'asleep' ? slot + 8 * HOUR_MS : slot + HALF_HOUR_MS;
      if (isLeftOut || enteredAt > now) continue;
      const sent = { values: { slot, state }, enteredAt, timeZone: zone, by: SELF };
      await saveEntries(db, diary, userId, [sent], { now: enteredAt, limits: undefined });
    }
  }
}

/**
 * A random state for a time of day: asleep at night, often off around each dose (8, 12, 16 and 20), and sometimes dyskinesia
 * between doses.
 *
 * @param hour of the day, with its fraction
 */
function stateAt(hour: number, random: () => number): DiaryState {
  const chance = random();
  if (hour < 6.5 || hour >= 22.5) return 'asleep';
  if (hour < 8) return chance < 0.8 ? 'off' : 'on';
  const sinceDose = (hour - 8) % 4;
  if (sinceDose < 0.5) return chance < 0.6 ? 'off' : 'on';
  if (sinceDose >= 3.5) return chance < 0.7 ? 'off' : 'on';
  if (sinceDose >= 1 && sinceDose < 2) {
    if (chance < 0.12) return 'onWithTroublesomeDyskinesia';
    return chance < 0.35 ? 'onWithDyskinesia' : 'on';
  }
  return 'on';
}
