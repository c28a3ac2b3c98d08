import type { Dose } from '../../contract/entities.ts';
import type { Instant } from '../../domain/zone.ts';
import { type MedicationRow, SHOWN_MS } from './medication-row.ts';

/** One press logs several doses for at most this long after their planned time (ms). */
const TOGETHER_AFTER_MS = 4 * 3_600_000;
/**
 * It is not offered for this long after a dose of the same pills (ms), so that no second press logs the others. The rows
 * keep their order for as long after any dose.
 */
export const PAUSE_MS = 120_000;

/** The rows of the pills that are planned for one time, or one row of another medication. */
export interface TimeGroup {
  /** The planned time that two or more rows share; undefined for a row alone. */
  readonly at: Instant | undefined;
  readonly rows: readonly MedicationRow[];
  /** The rows whose doses one press logs (DECISIONS 48): two or more, or none. */
  readonly together: readonly MedicationRow[];
  /** The doses that one press has logged, for as long as one Undo takes them back: two or more, or none. */
  readonly pressed: readonly Dose[];
}

/**
 * The rows of the overview, those of the same planned time together. First come the rows with something to log or to
 * undo, by their planned time; then those as needed, and then those whose dose was logged earlier.
 */
export function rowsByTime(
  rows: readonly MedicationRow[],
  saved: readonly Dose[],
  now: Instant,
): TimeGroup[] {
  const byTime = new Map<Instant | MedicationRow, MedicationRow[]>();
  for (const each of rows) {
    const key = plannedTimeOf(each) ?? each;
    byTime.set(key, [...(byTime.get(key) ?? []), each]);
  }
  return [...byTime.values()]
    .map((together) => groupOf(together, saved, now))
    .sort((one, other) => rankOf(one, saved, now) - rankOf(other, saved, now));
}

function plannedTimeOf({ row }: MedicationRow): Instant | undefined {
  return 'planned' in row ? row.planned.at : undefined;
}

function groupOf(rows: readonly MedicationRow[], saved: readonly Dose[], now: Instant): TimeGroup {
  const [first] = rows;
  const at = rows.length > 1 && first ? plannedTimeOf(first) : undefined;
  if (at === undefined) return { at, rows, together: [], pressed: [] };
  const ids = rows.map(({ medication }) => medication.medicationId);
  const own = saved.filter(({ medicationId }) => ids.includes(medicationId));
  const offered = rows.filter(({ row }) => row.kind === 'offer');
  const isPaused = own.some(({ enteredAt, takenAt }) =>
    [enteredAt, takenAt].some((time) => Math.abs(now - Date.parse(time)) < PAUSE_MS),
  );
  const mayBeOne = offered.length > 1 && now - at <= TOGETHER_AFTER_MS && !isPaused;
  return { at, rows, together: mayBeOne ? offered : [], pressed: lastPressOf(own, at, now) };
}

/** The doses for a planned time that one press logged: they were entered at the same instant. */
function lastPressOf(doses: readonly Dose[], at: Instant, now: Instant): readonly Dose[] {
  const fresh = doses.filter(
    ({ enteredAt, scheduledFor, readOnly }) =>
      !readOnly &&
      scheduledFor !== null &&
      Date.parse(scheduledFor) === at &&
      now - Date.parse(enteredAt) < SHOWN_MS,
  );
  const last = fresh.reduce(
    (newest, { enteredAt }) => (enteredAt > newest ? enteredAt : newest),
    '',
  );
  const pressed = fresh.filter(({ enteredAt }) => enteredAt === last);
  return pressed.length > 1 ? pressed : [];
}

/** Smaller for a group further up. */
function rankOf({ rows }: TimeGroup, saved: readonly Dose[], now: Instant): number {
  const [first] = rows;
  const at = first && plannedTimeOf(first);
  if (at === undefined) return first?.row.kind === 'asNeeded' ? AS_NEEDED : Number.MAX_VALUE;
  const isOpen = rows.some(({ medication: { medicationId }, row }) => {
    if (row.kind !== 'logged') return true;
    return saved.some(
      (dose) => dose.medicationId === medicationId && now - Date.parse(dose.enteredAt) < SHOWN_MS,
    );
  });
  return isOpen ? at : AS_NEEDED + at;
}

/** More than the time of any dose (ms). */
const AS_NEEDED = 1e14;

/** 'Took both', 'Took all 3', 'Took the other 2'. */
export function togetherText({ rows, together }: TimeGroup): string {
  const count = together.length;
  if (count < rows.length) return `Took the other ${count}`;
  return count === 2 ? 'Took both' : `Took all ${count}`;
}
