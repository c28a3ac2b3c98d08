import { halfHourInFile, MAX_DIARY_IN_FILE } from '../../contract/diary-file.ts';
import { hasPassed } from '../../domain/clocks.ts';
import { isSlot } from '../../domain/diary.ts';
import type { Instant } from '../../domain/zone.ts';
import type { WholeHalfHour } from './queries/diary-exports.ts';
import { checkTimes, readList, tooMany, wholeOf } from './read-json-entries.ts';
import { type Faults, TIME_PASSED } from './reading.ts';

/** Reads the motor diary of an account file (`contract/diary-file.ts`). */
export function readDiary(
  list: readonly unknown[],
  now: Instant,
  faults: Faults,
): readonly WholeHalfHour[] {
  const halfHours = readList(list, faults, {
    name: 'diary',
    most: MAX_DIARY_IN_FILE,
    tooMany: TOO_MANY_HALF_HOURS,
    schema: halfHourInFile,
    keyOf: ({ slot }) => String(Date.parse(slot)),
    keyName: 'slot',
  });
  for (const { entry: halfHour, index } of halfHours) {
    if (faults.isFull) break;
    const slot = Date.parse(halfHour.slot);
    const path = `diary.${index}`;
    if (!isSlot(slot, halfHour.timeZone)) faults.add(null, `${path}.slot`, NO_HALF_HOUR);
    if (!hasPassed(slot, now)) faults.add(null, `${path}.slot`, TIME_PASSED);
    checkTimes(halfHour, path, now, faults);
  }
  return halfHours.map(({ entry }) => ({ ...wholeOf(entry), slot: Date.parse(entry.slot) }));
}

export const TOO_MANY_HALF_HOURS = tooMany(MAX_DIARY_IN_FILE, 'half-hours of the diary');
export const NO_HALF_HOUR = 'must begin a half-hour of its time zone';
