import { setImmediate } from 'node:timers/promises';
import { checkIn } from '../../contract/kinds/check-in.ts';
import { type DoseEntry, dose } from '../../contract/kinds/dose.ts';
import { medication } from '../../contract/kinds/medication.ts';
import { dayDoses, dayDosesText, PLANNED_DAYS_AROUND } from '../../domain/day-doses.ts';
import { rowIndexOf } from '../../domain/sheet-name.ts';
import { type CalendarDate, DAY_MS, dateOf, dayOf, type Instant } from '../../domain/zone.ts';
import { entriesOf } from '../entries/queries/find.ts';
import type { Database } from '../platform/db/database.ts';
import { type Filled, type FormOfDay, findFormsOfDays } from './queries/filled-columns.ts';
import type { Cell, SheetRow } from './sheets.ts';

/**
 * The cells of `HealthData` that are for a whole day (DECISIONS 36). The app fills them in the row of the day's first
 * form. The form's zone decides to which day the form belongs. If the app has filled such cells earlier in the row of
 * another form of that day, it empties those cells. It changes no other cells.
 */

/** MedicationTaken, ExerciseMinutes, SleepHours and Mood. */
export const DAY_COLUMNS = 'DEFG';

/**
 * How many days before and after the day of a change the mirror writes: `PLANNED_DAYS_AROUND` for planned doses, and one
 * more, because the calendar days of two zones differ by at most one.
 */
export const DAYS_AROUND = PLANNED_DAYS_AROUND + 1;

/** The day's value for each of `DAY_COLUMNS`; undefined if the day has no such value. */
type DayValues = readonly (string | number | undefined)[];

/** A row of cells for the day. `before`: the columns that the app filled earlier. `filled`: those that it fills now. */
export interface DayRow extends SheetRow, Filled {
  readonly before: string;
}

/**
 * Returns the rows to write for changed days and the days around them. The days around are included because a changed day
 * is a day in UTC, and forms in other zones count it to the day before or after.
 *
 * @param changed days since 1970, in ascending order
 */
export async function findDayRows(
  db: Database,
  userId: string,
  changed: readonly number[],
): Promise<DayRow[]> {
  if (changed.length === 0) return [];
  const versions = await entriesOf(medication).all(db, userId);
  const rows: DayRow[] = [];
  const runs = runsOf(changed);
  const planned = await findPlannedDoses(
    db,
    userId,
    ((runs[0]?.first ?? 0) - DAYS_AROUND) * DAY_MS,
  );
  for (const { first, last } of runs) {
    const [from, to] = [(first - DAYS_AROUND) * DAY_MS, (last + DAYS_AROUND + 1) * DAY_MS];
    const doses = planned.filter(({ scheduledFor: at }) => at !== null && at >= from && at < to);
    const checkIns = new Map(
      (
        await entriesOf(checkIn).ofDays(db, userId, {
          from: dayOf(first * DAY_MS),
          to: dayOf(last * DAY_MS),
        })
      ).map((each) => [each.day, each]),
    );
    const forms = Map.groupBy(
      await findFormsOfDays(db, userId, from, to),
      ({ loggedAt, timeZone }) => dateOf(loggedAt, timeZone),
    );
    for (let day = first; day <= last; day += 1) {
      const date = dayOf(day * DAY_MS);
      const ofDay = checkIns.get(date);
      const valuesIn = (zone: string) => {
        const zoneOn = (each: CalendarDate) => firstOf(forms.get(each) ?? [])?.timeZone ?? zone;
        return [
          ofDay?.medication ?? dayDosesText(dayDoses(versions, doses, date, zoneOn)),
          ofDay?.exerciseMinutes ?? undefined,
          ofDay?.sleepHours ?? undefined,
          ofDay?.mood ?? undefined,
        ];
      };
      rows.push(...rowsOf(forms.get(date) ?? [], valuesIn));
      // Let the server handle other requests between two days.
      await setImmediate();
    }
  }
  return rows.sort((one, other) => one.row - other.row);
}

/** How long before its planned time a dose may be logged to count for it (ms). */
const MOST_EARLY_MS = 31 * DAY_MS;

/** The doses with a planned time from `from` on. A dose may be logged, or skipped, long after its planned time. */
async function findPlannedDoses(db: Database, userId: string, from: Instant): Promise<DoseEntry[]> {
  const planned: DoseEntry[] = [];
  for await (const page of entriesOf(dose).pages(db, userId, { from: from - MOST_EARLY_MS })) {
    planned.push(
      ...page.filter(({ scheduledFor }) => scheduledFor !== null && scheduledFor >= from),
    );
  }
  return planned;
}

/** Groups days and the days around them into runs of consecutive days. */
function runsOf(days: readonly number[]): { first: number; last: number }[] {
  const runs: { first: number; last: number }[] = [];
  for (const day of days) {
    const [first, last] = [day - DAYS_AROUND, day + DAYS_AROUND];
    const run = runs.at(-1);
    if (run && first <= run.last + 1) run.last = last;
    else runs.push({ first, last });
  }
  return runs;
}

/**
 * The rows to write for one day.
 *
 * @param forms all forms of the day, deleted ones too, in any order
 * @param valuesIn the values of the day in the zone of its first form
 */
export function rowsOf(
  forms: readonly FormOfDay[],
  valuesIn: (zone: string) => DayValues,
): DayRow[] {
  const first = firstOf(forms);
  return forms
    .map((form) => {
      const { formNumber, filled: before } = form;
      const values = form === first ? valuesIn(form.timeZone) : [];
      const cells = Array.from(DAY_COLUMNS, (column, index): Cell => {
        return values[index] ?? (before.includes(column) ? '' : null);
      });
      const filled = [...DAY_COLUMNS].filter((_, index) => values[index] !== undefined).join('');
      return { formNumber, row: rowIndexOf(formNumber), cells, before, filled };
    })
    .filter(({ cells }) => cells.some((cell) => cell !== null));
}

function firstOf(forms: readonly FormOfDay[]): FormOfDay | undefined {
  return forms
    .filter(({ deletedAt }) => deletedAt === null)
    .sort((a, b) => a.loggedAt - b.loggedAt || a.formNumber - b.formNumber)[0];
}
