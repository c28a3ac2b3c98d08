import { MAX_MEDICATIONS_IN_FILE, medicationInFile } from '../../contract/medication-file.ts';
import type { Instant } from '../../domain/zone.ts';
import type { ImportedMedication } from './queries/medication-imports.ts';
import { checkTimes, readList, tooMany, wholeOf } from './read-json-entries.ts';
import type { Faults } from './reading.ts';

/** Reads the medications of an account file (`contract/medication-file.ts`). */
export function readMedications(
  list: readonly unknown[],
  now: Instant,
  faults: Faults,
): readonly ImportedMedication[] {
  const medications = readList(list, faults, {
    name: 'medications',
    most: MAX_MEDICATIONS_IN_FILE,
    tooMany: tooMany(MAX_MEDICATIONS_IN_FILE, 'medications'),
    schema: medicationInFile,
    keyOf: ({ medicationId, from }) => `${medicationId} ${from}`,
    keyName: 'from',
  });
  for (const { entry, index } of medications) {
    checkTimes(entry, `medications.${index}`, now, faults);
  }
  return medications.map(({ entry }) => wholeOf(entry));
}
