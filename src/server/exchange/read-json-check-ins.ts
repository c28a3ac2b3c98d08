import { checkInInFile, MAX_CHECK_INS_IN_FILE } from '../../contract/check-in-file.ts';
import { hasBegun } from '../../domain/check-in.ts';
import type { Instant } from '../../domain/zone.ts';
import type { WholeCheckIn } from './queries/check-in-exports.ts';
import { checkTimes, readList, tooMany, wholeOf } from './read-json-entries.ts';
import { type Faults, TIME_PASSED } from './reading.ts';

/** Reads the check-ins of an account file (`contract/check-in-file.ts`). */
export function readCheckIns(
  list: readonly unknown[],
  now: Instant,
  faults: Faults,
): readonly WholeCheckIn[] {
  const checkIns = readList(list, faults, {
    name: 'checkIns',
    most: MAX_CHECK_INS_IN_FILE,
    tooMany: TOO_MANY_CHECK_INS,
    schema: checkInInFile,
    keyOf: ({ day }) => day,
    keyName: 'day',
  });
  for (const [index, checkIn] of checkIns.entries()) {
    const { day, timeZone } = checkIn;
    if (!hasBegun(day, now, timeZone)) faults.add(null, `checkIns.${index}.day`, TIME_PASSED);
    checkTimes(checkIn, `checkIns.${index}`, now, faults);
  }
  return checkIns.map(wholeOf);
}

export const TOO_MANY_CHECK_INS = tooMany(MAX_CHECK_INS_IN_FILE, 'check-ins');
