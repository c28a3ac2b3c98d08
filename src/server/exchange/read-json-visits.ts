import { MAX_VISITS_IN_FILE, visitInFile } from '../../contract/visit-file.ts';
import type { Instant } from '../../domain/zone.ts';
import type { WholeVisit } from './queries/visit-exports.ts';
import { checkTimes, readList, tooMany, wholeOf } from './read-json-entries.ts';
import type { Faults } from './reading.ts';

/** Reads the visits of an account file (`contract/visit-file.ts`). */
export function readVisits(
  list: readonly unknown[],
  now: Instant,
  faults: Faults,
): readonly WholeVisit[] {
  const visits = readList(list, faults, {
    name: 'visits',
    most: MAX_VISITS_IN_FILE,
    tooMany: tooMany(MAX_VISITS_IN_FILE, 'visits'),
    schema: visitInFile,
    keyOf: ({ visitId }) => visitId,
    keyName: 'visitId',
  });
  let isOneWithoutDay = false;
  for (const [index, visit] of visits.entries()) {
    checkTimes(visit, `visits.${index}`, now, faults);
    if (visit.day !== null || visit.deletedAt !== undefined) continue;
    if (isOneWithoutDay) faults.add(null, `visits.${index}.day`, SECOND_WITHOUT_DAY);
    isOneWithoutDay = true;
  }
  return visits.map(wholeOf);
}

const SECOND_WITHOUT_DAY = 'must be a date, because another visit has none';
