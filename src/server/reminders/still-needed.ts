import { medicationLabel } from '../../domain/regimen.ts';
import type { Reminded } from '../../domain/reminder-entries.ts';
import { type DueReminder, isStillOn } from '../../domain/reminders.ts';
import type { Database } from '../platform/db/database.ts';
import type { Letter } from '../platform/mail/letters.ts';
import { findPerson } from '../profile/queries/profiles.ts';
import { leftToEnter } from './queries/entered.ts';
import { findSettings } from './queries/reminders.ts';

/**
 * The fields of a reminder that its job contains. A job may wait for another server, such as a push service. So before the
 * reminder is sent, `stillNeeded` checks whether the person still needs it.
 */
export interface WaitingReminder extends Reminded {
  readonly doses: readonly (Reminded['doses'][number] & { readonly label: string })[];
}

export function waitingOf({ kind, at, time, day, since, doses }: DueReminder): WaitingReminder {
  return {
    ...{ kind, at, time, day, since },
    doses: doses.map((dose) => ({
      medicationId: dose.medicationId,
      at: dose.at,
      label: medicationLabel(dose.version),
    })),
  };
}

/**
 * Returns a waiting reminder without the doses that have been logged, together with the person's present profile and
 * settings.
 *
 * @returns undefined if the entry was made, or the person has turned off or paused such reminders
 */
export async function stillNeeded<Waiting extends Reminded>(
  db: Database,
  userId: string,
  waiting: Waiting,
  channel: 'push' | 'email' | 'ntfy',
) {
  const person = await findPerson(db, userId);
  const settings = await findSettings(db, userId);
  if (!person || !isStillOn(settings, waiting, channel)) return undefined;
  const reminder = await leftToEnter(db, userId, waiting, person.timeZone);
  return reminder && { person, settings, reminder };
}

/**
 * Returns a function that decides whether an email that waited in the queue may still be sent. In the meantime, the
 * person may have made the entry, or turned off the reminder or the weekly report.
 */
export function letterFilter(db: Database) {
  return async (letter: Letter): Promise<boolean> => {
    if (letter.kind === 'reminder') {
      const { userId, reminder } = letter;
      return (await stillNeeded(db, userId, reminder, 'email')) !== undefined;
    }
    if (letter.kind !== 'report' || !letter.weekly) return true;
    const { reminders } = await findSettings(db, letter.userId);
    return reminders.some(({ kind, on }) => kind === 'weeklyReport' && on);
  };
}
