import type { z } from 'zod';
import {
  doseInFile,
  MAX_DOSES_IN_FILE,
  MAX_MEDICATIONS_IN_FILE,
  medicationInFile,
} from '../../contract/medication-file.ts';
import { hasPassed } from '../../domain/clocks.ts';
import type { Instant } from '../../domain/zone.ts';
import type { ImportedDose, ImportedMedication } from './queries/medication-imports.ts';
import { checkTimes, entryTimes, readList, tooMany, wholeOf } from './read-json-entries.ts';
import { type Faults, TIME_PASSED } from './reading.ts';

/** Reads the medications and doses of an account file (`contract/medication-file.ts`). */

export interface MedicationReading {
  readonly medications: readonly ImportedMedication[];
  readonly doses: readonly ImportedDose[];
}

export function readMedication(
  lists: { readonly medications: readonly unknown[]; readonly doses: readonly unknown[] },
  now: Instant,
  faults: Faults,
): MedicationReading {
  const medications = readList(lists.medications, faults, {
    name: 'medications',
    most: MAX_MEDICATIONS_IN_FILE,
    tooMany: tooMany(MAX_MEDICATIONS_IN_FILE, 'medications'),
    schema: medicationInFile,
    keyOf: ({ medicationId, from }) => `${medicationId} ${from}`,
    keyName: 'from',
  });
  const doses = readList(lists.doses, faults, {
    name: 'doses',
    most: MAX_DOSES_IN_FILE,
    tooMany: TOO_MANY_DOSES,
    schema: doseInFile,
    keyOf: ({ doseId }) => doseId,
    keyName: 'doseId',
  });
  for (const [index, { takenAt }] of doses.entries()) {
    if (!hasPassed(Date.parse(takenAt), now)) {
      faults.add(null, `doses.${index}.takenAt`, TIME_PASSED);
    }
  }
  for (const [name, list] of [
    ['medications', medications],
    ['doses', doses],
  ] as const) {
    for (const [index, each] of list.entries()) checkTimes(each, `${name}.${index}`, now, faults);
  }
  return { medications: medications.map(wholeOf), doses: doses.map(importedDose) };
}

export const TOO_MANY_DOSES = tooMany(MAX_DOSES_IN_FILE, 'doses');

function importedDose(dose: z.output<typeof doseInFile>): ImportedDose {
  const { doseId, takenAt, scheduledFor, formerVersions, ...others } = dose;
  return {
    ...others,
    id: doseId,
    ...doseTimes({ takenAt, scheduledFor }),
    ...entryTimes(dose),
    formerVersions: formerVersions.map(({ version, replacedAt, amount, status, ...times }) => ({
      ...{ version, amount, status },
      replacedAt: Date.parse(replacedAt),
      ...doseTimes(times),
    })),
  };
}

function doseTimes(times: { readonly takenAt: string; readonly scheduledFor: string | null }) {
  const { takenAt, scheduledFor } = times;
  return {
    loggedAt: Date.parse(takenAt),
    scheduledFor: scheduledFor === null ? null : Date.parse(scheduledFor),
  };
}
