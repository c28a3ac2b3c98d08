import {
  type AfterDose,
  afterDose,
  DOSES_BEFORE_RATINGS_MS,
  type SinceDose,
  sinceLastDose,
} from './after-dose.ts';
import { countedDoses, type Dose, plannedStatuses } from './doses.ts';
import { plannedBetween, type RegimenVersion, versionOn } from './regimen.ts';
import { type DayRange, instantsAround, spanOf } from './windows.ts';
import { type CalendarDate, dateOf, type Instant } from './zone.ts';

/** A form or a dose, with the zone where it was made (IANA). */
interface Made {
  readonly at: Instant;
  readonly timeZone: string;
}

interface RatedAt extends Made {
  readonly ratings: readonly { readonly name: string; readonly severity: number }[];
}

/** A dose, with the zone where it was logged (IANA). */
export interface LoggedDose extends Dose {
  readonly timeZone: string;
}

/** All versions of the regimen, and at least the forms and doses within `instantsForAfterDose`. */
export interface Entered {
  readonly forms: readonly RatedAt[];
  readonly doses: readonly LoggedDose[];
  readonly versions: readonly RegimenVersion[];
}

/**
 * The instants from `from` (inclusive) to `to` (exclusive) whose doses are needed for a window of days. They begin
 * before the window, because the last dose before the first ratings may be earlier than the window.
 */
export function instantsForAfterDose(range: DayRange): { from: Instant; to: Instant } {
  const { from, to } = instantsAround(spanOf(range));
  return { from: from - DOSES_BEFORE_RATINGS_MS, to };
}

/** Whether any medication is marked as levodopa. The time since a dose is shown only for levodopa. */
export function hasLevodopa(versions: readonly RegimenVersion[]): boolean {
  return versions.some(({ isLevodopa }) => isLevodopa);
}

/**
 * The severity of each symptom by the time since the last dose of levodopa (`afterDose`), in a window of days. A form
 * belongs to the window by its own date. Planned times are read in the zone where the person was on that day: the zone
 * of the day's last entry, or the present zone if the day has no entry.
 */
export function afterDoseIn(
  range: DayRange,
  symptoms: readonly string[],
  { forms, doses, versions }: Entered,
  { now, zone }: Today,
): AfterDose[] {
  const within = forms.filter(({ at, timeZone }) => {
    const date = dateOf(at, timeZone);
    return range.first <= date && date <= range.last;
  });
  const { taken, planned } = levodopaIn(range, { forms, doses, versions }, { now, zone });
  return symptoms.map((symptom) => {
    const ratings = within.flatMap(({ at, ratings }) =>
      ratings.filter(({ name }) => name === symptom).map(({ severity }) => ({ at, severity })),
    );
    return afterDose(ratings, taken, planned);
  });
}

/** The time from the last dose of levodopa to an instant of a window of days (`sinceLastDose`). */
export function sinceLevodopaIn(
  range: DayRange,
  entered: Entered,
  today: Today,
): (at: Instant) => SinceDose {
  const { taken, planned } = levodopaIn(range, entered, today);
  return sinceLastDose(taken, planned);
}

interface Today {
  /** Doses planned later than this are not yet due. */
  readonly now: Instant;
  /** The person's present zone (IANA). */
  readonly zone: string;
}

/** The doses of levodopa that were taken and planned for a window of days. */
function levodopaIn(range: DayRange, { forms, doses, versions }: Entered, { now, zone }: Today) {
  const taken = countedDoses(doses.filter((dose) => isLevodopa(dose, versions))).map((dose) => {
    return { at: dose.takenAt, date: dateOf(dose.takenAt, dose.timeZone) };
  });
  const { from, to } = instantsForAfterDose(range);
  const planned = plannedBetween(
    versions.filter((version) => version.isLevodopa),
    from,
    Math.min(to, now + 1),
    zonesOf({ forms, doses }, zone),
  );
  const statuses = plannedStatuses(planned, doses).map(({ planned, status }) => {
    return { at: planned.at, isLogged: status !== 'notLogged' };
  });
  return { taken, planned: statuses };
}

/**
 * Whether a dose was of levodopa. The value comes from the version of the medication that was in force on the day of
 * the dose, because the person may have corrected that version since. Without such a version, the value that was logged
 * with the dose is used.
 */
function isLevodopa(dose: LoggedDose, versions: readonly RegimenVersion[]): boolean {
  const own = versions.filter(({ medicationId }) => medicationId === dose.medicationId);
  return (versionOn(own, dateOf(dose.takenAt, dose.timeZone)) ?? dose).isLevodopa;
}

/**
 * Where the person was on each day: the zone of the day's last entry.
 *
 * @param zone for days without an entry
 */
export function zonesOf(
  { forms, doses }: Pick<Entered, 'forms' | 'doses'>,
  zone: string,
): (day: CalendarDate) => string {
  const made: Made[] = [...forms, ...doses.map((dose) => ({ ...dose, at: dose.takenAt }))];
  made.sort((a, b) => a.at - b.at);
  const zones = new Map(made.map(({ at, timeZone }) => [dateOf(at, timeZone), timeZone]));
  return (day) => zones.get(day) ?? zone;
}
