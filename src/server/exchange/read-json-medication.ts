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
import { addIssues, type Faults, TIME_PASSED } from './reading.ts';

/** Reads the medications and doses of an account file (`contract/medication-file.ts`). */

export interface MedicationReading {
  readonly medications: readonly ImportedMedication[];
  readonly doses: readonly ImportedDose[];
}

export const NO_MEDICATION: MedicationReading = { medications: [], doses: [] };

export function readMedication(
  lists: { readonly medications: readonly unknown[]; readonly doses: readonly unknown[] },
  now: Instant,
  faults: Faults,
): MedicationReading {
  const medications = readList(lists.medications, faults, {
    name: 'medications',
    most: MAX_MEDICATIONS_IN_FILE,
    schema: medicationInFile,
    keyOf: ({ medicationId, from }) => `${medicationId} ${from}`,
    keyName: 'from',
  });
  const doses = readList(lists.doses, faults, {
    name: 'doses',
    most: MAX_DOSES_IN_FILE,
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
  return { medications: medications.map(importedMedication), doses: doses.map(importedDose) };
}

function readList<Schema extends z.ZodType>(
  list: readonly unknown[],
  faults: Faults,
  kind: {
    readonly name: string;
    readonly most: number;
    readonly schema: Schema;
    readonly keyOf: (entry: z.output<Schema>) => string;
    readonly keyName: string;
  },
): z.output<Schema>[] {
  const { name, most, schema, keyOf, keyName } = kind;
  if (list.length > most) {
    faults.add(null, '', tooMany(most, name));
    return [];
  }
  const seen = new Set<string>();
  return list.flatMap((each, index) => {
    if (faults.isFull) return [];
    const read = schema.safeParse(each);
    if (!read.success) {
      addIssues(faults, read.error.issues, [name, index]);
      return [];
    }
    const key = keyOf(read.data);
    if (seen.has(key)) faults.add(null, `${name}.${index}.${keyName}`, REPEATED);
    seen.add(key);
    return [read.data];
  });
}

function tooMany(most: number, name: string): string {
  return `has more than ${most.toLocaleString('en-US')} ${name}`;
}

export const TOO_MANY_DOSES = tooMany(MAX_DOSES_IN_FILE, 'doses');

export const REPEATED = 'is already used by another entry in this file';

interface Timed {
  readonly enteredAt: string;
  readonly deletedAt?: string | undefined;
  readonly formerVersions: readonly { readonly replacedAt: string }[];
}

function checkTimes(entry: Timed, path: string, now: Instant, faults: Faults): void {
  for (const key of ['enteredAt', 'deletedAt'] as const) {
    const time = entry[key];
    if (time !== undefined && !hasPassed(Date.parse(time), now)) {
      faults.add(null, `${path}.${key}`, TIME_PASSED);
    }
  }
  for (const [index, { replacedAt }] of entry.formerVersions.entries()) {
    if (hasPassed(Date.parse(replacedAt), now)) continue;
    faults.add(null, `${path}.formerVersions.${index}.replacedAt`, TIME_PASSED);
  }
}

function importedMedication(medication: z.output<typeof medicationInFile>): ImportedMedication {
  return {
    ...medication,
    ...entryTimes(medication),
    formerVersions: medication.formerVersions.map((former) => ({
      ...former,
      ...entryTimes(former),
      replacedAt: Date.parse(former.replacedAt),
    })),
  };
}

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

function entryTimes({ enteredAt, deletedAt }: Pick<Timed, 'enteredAt' | 'deletedAt'>) {
  return {
    enteredAt: Date.parse(enteredAt),
    deletedAt: deletedAt === undefined ? null : Date.parse(deletedAt),
  };
}

function doseTimes(times: { readonly takenAt: string; readonly scheduledFor: string | null }) {
  const { takenAt, scheduledFor } = times;
  return {
    loggedAt: Date.parse(takenAt),
    scheduledFor: scheduledFor === null ? null : Date.parse(scheduledFor),
  };
}
