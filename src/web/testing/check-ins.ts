import type { CheckIn } from '../../contract/entities.ts';
import { checkIn } from '../../contract/kinds/check-in.ts';
import { makeEntry } from './kinds.ts';

/** A check-in as the server lists it. */
export function makeCheckIn(day: string, change: Partial<CheckIn> = {}): CheckIn {
  return makeEntry(checkIn, { day, enteredAt: `${day}T22:00:00.000Z`, ...change });
}
