import type { Medication, Dose as SavedDose } from '../../../contract/entities.ts';
import { type Dose, type DoseRow, doseRow } from '../../../domain/doses.ts';
import { plannedBetween, type RegimenVersion, versionOn } from '../../../domain/regimen.ts';
import { DAY_MS, dateOf, type Instant, isoOf } from '../../../domain/zone.ts';
import { randomUuid } from '../../api/random-uuid.ts';

/** What the Overview shows for a medication that is taken at present. */
export interface MedicationRow {
  readonly medication: RegimenVersion;
  readonly row: DoseRow;
}

/** The row of each medication in force, in the order of the regimen. */
export function medicationRows(
  medications: readonly Medication[],
  saved: readonly SavedDose[],
  { now, zone }: { readonly now: Instant; readonly zone: string },
): MedicationRow[] {
  const doses = saved.map(doseOf);
  const ids = [...new Set(medications.map(({ medicationId }) => medicationId))];
  return ids.flatMap((id) => {
    const versions = medications.filter(({ medicationId }) => medicationId === id);
    const medication = versionOn(versions, dateOf(now, zone));
    if (!medication) return [];
    const planned = plannedBetween(versions, now - 2 * DAY_MS, now + 2 * DAY_MS, zone);
    const own = doses.filter(({ medicationId }) => medicationId === id);
    const row = doseRow(planned, own, medication.asNeeded, now);
    return row.kind === 'none' ? [] : [{ medication, row }];
  });
}

export function doseOf(dose: SavedDose): Dose {
  const { takenAt, scheduledFor } = dose;
  return {
    ...dose,
    takenAt: Date.parse(takenAt),
    scheduledFor: scheduledFor === null ? null : Date.parse(scheduledFor),
  };
}

/** A dose that was not logged yet. Its id is new. */
export function newDose(
  { medicationId, name, strength, unit, isLevodopa }: RegimenVersion,
  {
    amount,
    takenAt,
    scheduledFor,
    status,
    zone,
  }: {
    readonly amount: number;
    readonly takenAt: Instant;
    readonly scheduledFor: Instant | null;
    readonly status: SavedDose['status'];
    readonly zone: string;
  },
): SavedDose {
  return {
    doseId: randomUuid(),
    ...{ medicationId, name, strength, unit, isLevodopa, amount, status },
    takenAt: isoOf(takenAt),
    scheduledFor: scheduledFor === null ? null : isoOf(scheduledFor),
    enteredAt: isoOf(Date.now()),
    timeZone: zone,
    author: 'self',
    version: 1,
  };
}
