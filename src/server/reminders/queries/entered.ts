import { checkIn } from '../../../contract/kinds/check-in.ts';
import { diary } from '../../../contract/kinds/diary.ts';
import { dose } from '../../../contract/kinds/dose.ts';
import { form } from '../../../contract/kinds/form.ts';
import { medication } from '../../../contract/kinds/medication.ts';
import { tabletCount } from '../../../contract/kinds/tablet-count.ts';
import { plannedStatuses } from '../../../domain/doses.ts';
import { byMedication, plannedBetween } from '../../../domain/regimen.ts';
import {
  checkInDayOf,
  diaryFrom,
  dosesNotLogged,
  isEntered,
  type Reminded,
} from '../../../domain/reminder-entries.ts';
import { isRefillDay } from '../../../domain/reminders.ts';
import { dosesSince, tabletsLeft } from '../../../domain/tablets.ts';
import {
  addDays,
  type CalendarDate,
  DAY_MS,
  daysBetween,
  type Instant,
} from '../../../domain/zone.ts';
import { entriesOf } from '../../entries/queries/find.ts';
import type { Database } from '../../platform/db/database.ts';
import { findSettings } from './reminders.ts';

/**
 * Returns a reminder without the doses that were logged.
 *
 * @param zone the person's present zone (IANA)
 * @returns undefined if the entry that the reminder asks for has been made
 */
export async function leftToEnter<Due extends Reminded>(
  db: Database,
  userId: string,
  reminder: Due,
  zone: string,
): Promise<Due | undefined> {
  const { kind, doses } = reminder;
  if (kind === 'refill') {
    return (await isRefillDue(db, userId, reminder, zone)) ? reminder : undefined;
  }
  const day = checkInDayOf(reminder);
  const isOfDay = kind === 'checkIn' || kind === 'exercise';
  const checkIns = isOfDay
    ? await entriesOf(checkIn).ofDays(db, userId, { from: day, to: day })
    : [];
  const entered = {
    formsAt: kind === 'form' ? await findFormsSince(db, userId, reminder.since) : [],
    loggedDoses: kind === 'dose' ? await findLogged(db, userId, reminder, zone) : [],
    checkIn: checkIns[0],
    halfHours: kind === 'diary' ? await findHalfHours(db, userId, reminder) : [],
  };
  if (isEntered(reminder, entered)) return undefined;
  return { ...reminder, doses: dosesNotLogged(doses, entered) };
}

/** The time of the latest form that was logged at `since` or later, as a list; empty if there is no such form. */
async function findFormsSince(db: Database, userId: string, since: number): Promise<number[]> {
  const forms = await db
    .selectFrom('entries')
    .select('at')
    .where('user_id', '=', userId)
    .where('kind', '=', form.name)
    .where('deleted_at', 'is', null)
    .where('at', '>=', since)
    .orderBy('at', 'desc')
    .limit(1)
    .execute();
  return forms.map(({ at }) => at);
}

/** The entered half-hours of the diary that make a reminder unnecessary. */
async function findHalfHours(db: Database, userId: string, reminder: Reminded): Promise<number[]> {
  const from = diaryFrom(reminder);
  const halfHours = await entriesOf(diary).ofTimes(db, userId, { from, to: from + DAY_MS });
  return halfHours.map(({ slot }) => slot);
}

/** The planned doses near a reminder's time for which a dose was logged, determined as on the overview. */
async function findLogged(db: Database, userId: string, { at }: Reminded, zone: string) {
  const medications = await entriesOf(medication).all(db, userId);
  const planned = plannedBetween(medications, at - 2 * DAY_MS, at + 2 * DAY_MS, zone);
  const doses = await entriesOf(dose).ofTimes(db, userId, { from: at - 3 * DAY_MS });
  return plannedStatuses(planned, doses)
    .filter(({ status }) => status !== 'notLogged')
    .map((each) => each.planned);
}

/** Whether the tablets of a medication run out as many days later as the person wants to be told. */
async function isRefillDue(
  db: Database,
  userId: string,
  { at, day }: Reminded,
  zone: string,
): Promise<boolean> {
  const counts = await entriesOf(tabletCount).all(db, userId);
  if (counts.length === 0) return false;
  const { reminders } = await findSettings(db, userId);
  const daysBefore = reminders.find(({ kind }) => kind === 'refill')?.daysBefore ?? 0;
  // A reminder that waits is not sent after a new count.
  const now = Math.max(at, ...counts.map(({ countedAt }) => countedAt));
  const byCount = [...byMedication(counts).values()];
  const from = Math.min(...byCount.map((each) => dosesSince(each, now) ?? now)) - DAY_MS;
  const doses = byMedication(await entriesOf(dose).ofTimes(db, userId, { from }));
  const medications = byMedication(await entriesOf(medication).all(db, userId));
  return byCount.some((ofOne) => {
    const medicationId = ofOne[0]?.medicationId ?? '';
    const own = {
      counts: ofOne,
      doses: doses.get(medicationId) ?? [],
      versions: medications.get(medicationId) ?? [],
      zone,
    };
    const leftOn = (time: Instant, date: CalendarDate) => {
      const last = tabletsLeft({ ...own, now: time })?.lastDay;
      return last ? daysBetween(date, last) - 1 : undefined;
    };
    const left = leftOn(now, day);
    return (
      left !== undefined && isRefillDay(left, leftOn(at - DAY_MS, addDays(day, -1)), daysBefore)
    );
  });
}
