import { hasPassed } from '../../domain/clocks.ts';
import { isSlot } from '../../domain/diary.ts';
import { isoOf } from '../../domain/zone.ts';
import { timesOf } from '../entries/times.ts';
import { findCreationTime } from '../identity/queries/accounts.ts';
import { fail } from '../platform/http/fail.ts';
import { route } from '../platform/http/route.ts';
import { findTimeZone } from '../profile/queries/profiles.ts';
import { type StoredHalfHour, saveHalfHours } from './queries/diary.ts';
import { halfHourAnswer } from './serializer.ts';

export const saveDiary = route('saveDiary', async ({ context, input, access }) => {
  const { db, clockTrust, limits } = context;
  const { userId } = access;
  const now = clockTrust.presentOf(latestOf(input.entries));
  const profileZone = await findTimeZone(db, userId);
  if (profileZone === undefined) throw fail('userNotFound');
  const { entries, timeZone = profileZone } = input;
  const since = await findCreationTime(db, userId);
  const halfHours = entries.map(({ slot, state, enteredAt, version }) => ({
    ...{ slot: Date.parse(slot), state, timeZone, version },
    enteredAt: timesOf({ enteredAt }, { now, since }).enteredAt,
  }));
  for (const { slot, version } of halfHours) {
    // An edit skips this check, because its half-hour is stored already, perhaps from another zone, where half-hours
    // begin at other minutes.
    if (version === undefined && !isSlot(slot, timeZone)) throw fail('noHalfHour');
    if (!hasPassed(slot, now)) throw fail('halfHourInFuture');
  }
  const saved = await saveHalfHours(db, userId, halfHours, { now, limits }, access.author);
  const answerOf = (halfHour: StoredHalfHour) => halfHourAnswer(halfHour, access);
  if ('halfHours' in saved) return saved.halfHours.map(answerOf);
  if (saved.refused === 'entryNotFound') throw fail('diaryNotFound');
  if (saved.refused === 'entryOfOther') throw fail('entryOfOther');
  throw fail('diaryChanged', { stored: saved.stored.map(answerOf) });
});

/** The latest of the times when half-hours were entered (ISO instants). */
function latestOf(entries: readonly { readonly enteredAt: string }[]): string {
  return isoOf(Math.max(...entries.map(({ enteredAt }) => Date.parse(enteredAt))));
}
