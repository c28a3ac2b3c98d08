import fc from 'fast-check';
import {
  CHANNELS_OF,
  MAX_DAYS_BEFORE,
  MAX_REMINDER_TIMES,
  REMINDER_KINDS,
  type Reminder,
  type ReminderKind,
  type ReminderSettings,
} from '../../domain/reminders.ts';
import { addDays } from '../../domain/zone.ts';
import type { Database } from '../platform/db/database.ts';

const time = fc
  .integer({ min: 0, max: 1439 })
  .map((minute) => new Date(minute * 60_000).toISOString().slice(11, 16));

/** How many times of day a reminder of this kind can have: the minimum and the maximum. */
function timesOf(kind: ReminderKind): readonly [min: number, max: number] {
  if (kind === 'dose') return [0, 0];
  return kind === 'weeklyReport' ? [1, 1] : [0, MAX_REMINDER_TIMES];
}

function reminderOf(kind: ReminderKind): fc.Arbitrary<Reminder> {
  const [minLength, maxLength] = timesOf(kind);
  return fc.record({
    kind: fc.constant(kind),
    on: fc.boolean(),
    times: fc.uniqueArray(time, { minLength, maxLength }).map((times) => times.sort()),
    weekday: kind === 'weeklyReport' ? fc.integer({ min: 1, max: 7 }) : fc.constant(null),
    daysBefore:
      kind === 'refill' ? fc.integer({ min: 1, max: MAX_DAYS_BEFORE }) : fc.constant(null),
    channels: fc.shuffledSubarray([...CHANNELS_OF[kind]]),
  });
}

/** Any settings that a person can save. */
export const randomReminders: fc.Arbitrary<ReminderSettings> = fc.record({
  reminders: fc.tuple(...REMINDER_KINDS.map(reminderOf)),
  quiet: fc.option(fc.record({ from: time, to: time })),
  pausedUntil: fc.option(
    fc.integer({ min: 0, max: 1000 }).map((days) => addDays('2026-01-01', days)),
  ),
  showsNames: fc.boolean(),
  repeats: fc.boolean(),
});

/** Inserts the row directly, bypassing the app's own code. */
export async function storeReminders(
  db: Database,
  user_id: string,
  reminders: ReminderSettings,
): Promise<void> {
  const settings = JSON.stringify(reminders);
  await db
    .insertInto('reminders')
    .values({ user_id, settings, next_at: null, handled_until: 0 })
    .execute();
}
