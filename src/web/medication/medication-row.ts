import type { Medication, Dose as SavedDose } from '../../contract/entities.ts';
import type { LoggedDose } from '../../domain/after-dose-window.ts';
import { type DoseRow, doseRow, offeredDose } from '../../domain/dose-row.ts';
import { nearestPlanned } from '../../domain/doses.ts';
import {
  type PlannedDose,
  plannedBetween,
  type RegimenVersion,
  versionOn,
} from '../../domain/regimen.ts';
import { type CalendarDate, DAY_MS, dateOf, type Instant, isoOf } from '../../domain/zone.ts';
import { randomUuid } from '../platform/random-uuid.ts';

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
  /** The amount that another dose begins with, if it is not the planned one. */
  readonly amount?: number | undefined;
}

/** The row of each medication in force, in the order of the regimen. */
export function medicationRows(
  medications: readonly Medication[],
  saved: readonly SavedDose[],
  { now, zone }: { readonly now: Instant; readonly zone: string },
): MedicationRow[] {
  const ids = [...new Set(medications.map(({ medicationId }) => medicationId))];
  return ids.flatMap((id) => {
    const versions = medications.filter(({ medicationId }) => medicationId === id);
    const medication = versionOn(versions, dateOf(now, zone));
    if (!medication) return [];
    const own = saved.filter(({ medicationId }) => medicationId === id);
    const at = rowTime(own, now);
    const planned = plannedAround(versions, at, zone);
    const row = doseRow(planned, own.map(doseOf), medication.asNeeded, at);
    return row.kind === 'none' ? [] : [{ medication, row, planned }];
  });
}

/**
 * What logs one more dose of a medication in addition to its plan; undefined if it is not in force on that day. It begins
 * with the amount of a dose that was taken by the same plan.
 */
export function extraDose(
  medications: readonly Medication[],
  { medicationId, status, amount, takenAt, timeZone }: SavedDose,
  today: CalendarDate,
): MedicationRow | undefined {
  const versions = medications.filter((each) => each.medicationId === medicationId);
  const medication = versionOn(versions, today);
  if (!medication) return undefined;
  const plan = versionOn(versions, dateOf(Date.parse(takenAt), timeZone));
  const isSamePlan = status === 'taken' && plan?.from === medication.from;
  return {
    medication,
    row: { kind: 'unplanned', last: undefined },
    planned: [],
    amount: isSamePlan ? amount : undefined,
  };
}

/**
 * The instant as of which a row is shown. After an entry, the row stays as it was then for as long as Undo is offered:
 * the next dose must not take its place.
 *
 * @param doses of one medication
 */
function rowTime(doses: readonly SavedDose[], now: Instant): Instant {
  const lastEntry = Math.max(...doses.map(({ enteredAt }) => Date.parse(enteredAt)));
  return now - lastEntry < SHOWN_MS ? Math.min(lastEntry, now) : now;
}

/** The planned doses of one medication around an instant, as `nearestPlanned` needs them. */
function plannedAround(
  versions: readonly RegimenVersion[],
  at: Instant,
  zone: string,
): PlannedDose[] {
  return plannedBetween(versions, at - 2 * DAY_MS, at + 2 * DAY_MS, zone);
}

/**
 * The planned time (ISO instant) of a dose whose time is corrected to `takenAt`. It stays the same unless a press at
 * `takenAt` would have logged another planned dose than a press at the former time: so a morning dose that was taken
 * late never becomes the evening's.
 *
 * @returns null if the dose has no planned time, or if none is planned around `takenAt`
 */
export function correctedPlannedTime(
  medications: readonly Medication[],
  { medicationId, takenAt: former, scheduledFor }: SavedDose,
  takenAt: Instant,
  zone: string,
): string | null {
  if (scheduledFor === null) return null;
  const versions = medications.filter((each) => each.medicationId === medicationId);
  const at = (instant: Instant) => plannedAround(versions, instant, zone);
  const own = nearestPlanned(at(Date.parse(scheduledFor)), Date.parse(scheduledFor));
  const nearest = nearestPlanned(at(takenAt), takenAt);
  if (own && nearest?.at === own.at) return scheduledFor;
  const [before, after] = [Date.parse(former), takenAt].map((time) => offeredDose(at(time), time));
  if (before?.at === after?.at) return scheduledFor;
  return after ? isoOf(after.at) : null;
}

export function doseOf(dose: SavedDose): LoggedDose {
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
