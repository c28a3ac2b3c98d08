import { DEFAULT_REMINDERS, type ReminderSettings } from '../../../domain/reminders.ts';
import type { Instant } from '../../../domain/zone.ts';
import { addActivity } from '../../identity/queries/activity.ts';
import { lockAccount } from '../../identity/queries/locked-accounts.ts';
import type { Database } from '../../platform/db/database.ts';

/** A person's reminders. */
interface StoredReminders {
  readonly settings: ReminderSettings;
  /**
   * When the reminders must be computed next; null if they need not be. Reminders that were due before `handledUntil`
   * are not sent any more. (The table `reminders` in `tables.ts` has the details.)
   */
  readonly nextAt: Instant | null;
  readonly handledUntil: Instant;
}

/** @returns undefined if the person has never saved reminders */
export async function findReminders(
  db: Database,
  userId: string,
): Promise<StoredReminders | undefined> {
  const row = await db
    .selectFrom('reminders')
    .select(['settings', 'next_at as nextAt', 'handled_until as handledUntil'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row && { ...row, settings: settingsOf(row.settings) };
}

/** A person's reminder settings, or `DEFAULT_REMINDERS` if they have never saved any. */
export async function findSettings(db: Database, userId: string): Promise<ReminderSettings> {
  return (await findReminders(db, userId))?.settings ?? DEFAULT_REMINDERS;
}

/** Reads stored settings. Adds the defaults of kinds and fields that the app got after the settings were stored. */
function settingsOf(json: string): ReminderSettings {
  const stored = JSON.parse(json) as ReminderSettings;
  const reminders = DEFAULT_REMINDERS.reminders.map(
    (each) => stored.reminders.find(({ kind }) => kind === each.kind) ?? each,
  );
  return { ...DEFAULT_REMINDERS, ...stored, reminders };
}

/**
 * Changes the settings. They apply to reminders that are due from now on. A reminder that was due before and has not
 * been handled yet is sent only if the new settings contain it too.
 *
 * @param ntfy the encrypted target of messages by ntfy; null removes it, and undefined leaves it unchanged
 * @returns undefined if the account was deleted meanwhile
 */
export async function changeReminders(
  db: Database,
  userId: string,
  now: Instant,
  change: (stored: ReminderSettings) => ReminderSettings,
  ntfy?: string | null,
): Promise<ReminderSettings | undefined> {
  return await db.transaction().execute(async (trx) => {
    if (!(await lockAccount(trx, userId))) return undefined;
    const stored = await findReminders(trx, userId);
    const former = stored?.settings ?? DEFAULT_REMINDERS;
    const settings = change(former);
    const json = JSON.stringify(settings);
    const isSame = stored && json === JSON.stringify(former);
    if (isSame && ntfy === undefined) return settings;
    const isWaiting = stored && stored.nextAt !== null && stored.nextAt <= now;
    const ofSettings = {
      settings: json,
      next_at: isWaiting ? stored.nextAt : now,
      // Another process may have handled reminders after `now`, because its clock may be ahead.
      handled_until: isWaiting ? stored.handledUntil : Math.max(stored?.handledUntil ?? now, now),
    };
    const target = ntfy === undefined ? {} : { ntfy, ntfy_failures: 0 };
    const row = { ...ofSettings, ...target };
    await trx
      .insertInto('reminders')
      .values({ user_id: userId, ...row })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
      .execute();
    await addActivity(trx, userId, now, 'remindersChanged');
    return settings;
  });
}

/**
 * Adds settings for a person who has none. They apply to reminders that are due from now on. If the person saves
 * settings at the same time, the person's settings stay. The caller's transaction must have locked the profile.
 */
export async function addReminders(
  trx: Database,
  userId: string,
  settings: ReminderSettings,
  now: Instant,
): Promise<void> {
  const added = await trx
    .insertInto('reminders')
    .values({
      user_id: userId,
      settings: JSON.stringify(settings),
      next_at: now,
      handled_until: now,
    })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .returning('user_id')
    .executeTakeFirst();
  if (added) await addActivity(trx, userId, now, 'remindersChanged');
}

/** A person whose reminders must be computed at `nextAt`. */
export interface DuePerson {
  readonly userId: string;
  readonly nextAt: Instant;
}

/** The person whose reminders have been due for the longest time; undefined if none are due by the instant. */
export async function findDue(db: Database, dueBy: Instant): Promise<DuePerson | undefined> {
  return await selectNext(db).where('next_at', '<=', dueBy).executeTakeFirst();
}

/** When the next reminders are due; undefined if nobody has any. */
export async function findNextReminders(db: Database): Promise<Instant | undefined> {
  return (await selectNext(db).executeTakeFirst())?.nextAt;
}

/** Sorts by time alone. With a second column, the database would sort all people who are due at the same time. */
function selectNext(db: Database) {
  return db
    .selectFrom('reminders')
    .select(['user_id as userId', 'next_at as nextAt'])
    .$narrowType<{ nextAt: number }>()
    .where('next_at', 'is not', null)
    .orderBy('next_at')
    .limit(1);
}

/**
 * Sets when a person's reminders are computed next.
 *
 * @param to.handledUntil reminders before this instant are not sent any more; undefined leaves it unchanged
 * @returns false if `next_at` is no longer `nextAt`, because of another process or a change of the settings
 */
export async function advance(
  db: Database,
  { userId, nextAt }: DuePerson,
  to: { readonly nextAt: Instant | null; readonly handledUntil?: Instant },
): Promise<boolean> {
  const advanced = await db
    .updateTable('reminders')
    .set({
      next_at: to.nextAt,
      ...(to.handledUntil !== undefined && { handled_until: to.handledUntil }),
    })
    .where('user_id', '=', userId)
    .where('next_at', '=', nextAt)
    .returning('user_id')
    .executeTakeFirst();
  return advanced !== undefined;
}
