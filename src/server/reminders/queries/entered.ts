import { checkIn } from '../../../contract/kinds/check-in.ts';
import { diary } from '../../../contract/kinds/diary.ts';
import { dose } from '../../../contract/kinds/dose.ts';
import { form } from '../../../contract/kinds/form.ts';
import { medication } from '../../../contract/kinds/medication.ts';
import { plannedStatuses } from '../../../domain/doses.ts';
import { plannedBetween } from '../../../domain/regimen.ts';
import {
  checkInDayOf,
  diaryFrom,
  dosesNotLogged,
  isEntered,
  type Reminded,
} from '../../../domain/reminder-entries.ts';
import { DAY_MS } from '../../../domain/zone.ts';
import { entriesOf } from '../../entries/queries/find.ts';
import type { Database } from '../../platform/db/database.ts';

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
