import type { Medication } from '../../contract/entities.ts';
import { byMedication, versionOn } from '../../domain/regimen.ts';
import { compareText } from '../../domain/sorted.ts';
import { addDays, type CalendarDate } from '../../domain/zone.ts';

/** A version that has ended or was replaced, and its last day. */
interface EarlierVersion {
  readonly version: Medication;
  readonly lastDay: CalendarDate;
}

export interface MedicationGroups {
  readonly inForce: readonly Medication[];
  /** Versions that start after today, the earliest start first. */
  readonly later: readonly Medication[];
  /** Versions that have ended or were replaced, the latest last day first. */
  readonly earlier: readonly EarlierVersion[];
}

export function groupMedications(
  versions: readonly Medication[],
  today: CalendarDate,
): MedicationGroups {
  const inForce: Medication[] = [];
  const later: Medication[] = [];
  const earlier: EarlierVersion[] = [];
  for (const ofOne of byMedication(versions).values()) {
    const present = versionOn(ofOne, today);
    for (const version of ofOne) {
      if (version === present) inForce.push(version);
      else if (version.from > today) later.push(version);
      else earlier.push({ version, lastDay: lastDayOf(version, ofOne) });
    }
  }
  later.sort((one, other) => compareText(one.from, other.from));
  earlier.sort((one, other) => compareText(other.lastDay, one.lastDay));
  return { inForce, later, earlier };
}

/** The last day of a version that has ended or was replaced. */
function lastDayOf(version: Medication, ofOne: readonly Medication[]): CalendarDate {
  const replaced = ofOne
    .filter(({ from }) => from > version.from)
    .map(({ from }) => addDays(from, -1));
  const days = version.until === null ? replaced : [version.until, ...replaced];
  return days.reduce((one, other) => (one < other ? one : other), days[0] ?? version.from);
}

export function versionFrom(
  versions: readonly Medication[],
  medicationId: string,
  from: CalendarDate,
): Medication | undefined {
  return versions.find((each) => each.medicationId === medicationId && each.from === from);
}

/** The previous version of the same medication. */
export function versionBefore(
  versions: readonly Medication[],
  { medicationId, from }: Medication,
): Medication | undefined {
  return versions
    .filter((each) => each.medicationId === medicationId && each.from < from)
    .sort((one, other) => compareText(other.from, one.from))[0];
}
