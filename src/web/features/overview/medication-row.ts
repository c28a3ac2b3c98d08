import type { Medication, Dose as SavedDose } from '../../../contract/entities.ts';
import { type DoseRow, doseRow } from '../../../domain/dose-row.ts';
import { type Dose, nearestPlanned } from '../../../domain/doses.ts';
import {
  type PlannedDose,
  plannedBetween,
  type RegimenVersion,
  versionOn,
} from '../../../domain/regimen.ts';
import { DAY_MS, dateOf, type Instant, isoOf } from '../../../domain/zone.ts';
import { randomUuid } from '../../api/random-uuid.ts';

/**
 * How long a logged dose is offered for Undo, and how long the row of an as-needed medication shows it before it offers
 * the next one (ms).
 */
export const SHOWN_MS = 1_800_000;

/** What the Overview shows for a medication that the person currently takes. */
export interface MedicationRow {
  readonly medication: RegimenVersion;
  readonly row: DoseRow;
  /** The planned doses around now, in order of time. */
  readonly planned: readonly PlannedDose[];
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
    const planned = plannedAround(versions, now, zone);
    const own = doses.filter(({ medicationId }) => medicationId === id);
    const row = doseRow(planned, own, medication.asNeeded, now);
    return row.kind === 'none' ? [] : [{ medication, row, planned }];
  });
}

/** The planned doses of one medication around an instant, as `nearestPlanned` needs them. */
function plannedAround(
  versions: readonly RegimenVersion[],
  at: Instant,
  zone: string,
): PlannedDose[] {
  return plannedBetween(versions, at - 2 * DAY_MS, at + 2 * DAY_MS, zone);
}

/** The planned time (ISO instant) of a dose that was taken at `at`; null if no dose is planned around that time. */
function plannedTimeFor(
  medications: readonly Medication[],
  medicationId: string,
  at: Instant,
  zone: string,
): string | null {
  const versions = medications.filter((each) => each.medicationId === medicationId);
  const planned = nearestPlanned(plannedAround(versions, at, zone), at);
  return planned ? isoOf(planned.at) : null;
}

/**
 * The planned time (ISO instant) of a dose whose time is corrected to `takenAt`. It stays the same unless another planned
 * dose becomes the nearest: a dose may have been logged for the previous planned time.
 */
export function correctedPlannedTime(
  medications: readonly Medication[],
  { medicationId, takenAt: former, scheduledFor }: SavedDose,
  takenAt: Instant,
  zone: string,
): string | null {
  if (scheduledFor === null) return null;
  const nearest = plannedTimeFor(medications, medicationId, takenAt, zone);
  const isSame = nearest === plannedTimeFor(medications, medicationId, Date.parse(former), zone);
  return isSame ? scheduledFor : nearest;
}

export function doseOf(dose: SavedDose): Dose {
  const { takenAt, scheduledFor } = dose;
  return {
    ...dose,
    takenAt: Date.parse(takenAt),
    scheduledFor: scheduledFor === null ? null : Date.parse(scheduledFor),
  };
}

/**
 * A new dose that is not logged yet, with a new id. If it is taken now, `enteredAt` is the same instant as `takenAt`.
 */
export function newDose(
  { medicationId, name, strength, unit, isLevodopa }: RegimenVersion,
  {
    amount,
    now,
    takenAt,
    scheduledFor,
    status,
    zone,
  }: {
    readonly now: Instant;
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
    enteredAt: isoOf(now),
    timeZone: zone,
    author: 'self',
    version: 1,
  };
}
