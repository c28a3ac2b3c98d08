import { DEFAULT_REMINDERS, type ReminderSettings } from '../../../domain/reminders.ts';
import type { Instant } from '../../../domain/zone.ts';
import { addActivity } from '../../identity/queries/activity.ts';
import { lockAccount } from '../../identity/queries/locked-accounts.ts';
import type { Database } from '../../platform/db/database.ts';

/** A person's reminders. */
interface StoredReminders {
  readonly settings: ReminderSettings;
  /** See the table. */
  readonly nextAt: Instant | null;
  readonly handledUntil: Instant;
}

/** @returns undefined if the person has never saved any */
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

/** A later version of the app may know more kinds than the stored settings. */
function settingsOf(json: string): ReminderSettings {
  const stored = JSON.parse(json) as ReminderSettings;
  const reminders = DEFAULT_REMINDERS.reminders.map(
    (each) => stored.reminders.find(({ kind }) => kind === each.kind) ?? each,
  );
  return { ...DEFAULT_REMINDERS, ...stored, reminders };
}

/**
 * Changes the settings. They hold for what is due from now on. What was due before and is not sent yet is still sent, if
 * the new settings have it too.
 *
 * @returns undefined if the account was deleted meanwhile
 */
export async function changeReminders(
  db: Database,
  userId: string,
  now: Instant,
  change: (stored: ReminderSettings) => ReminderSettings,
): Promise<ReminderSettings | undefined> {
  return await db.transaction().execute(async (trx) => {
    if (!(await lockAccount(trx, userId))) return undefined;
    const stored = await findReminders(trx, userId);
    const former = stored?.settings ?? DEFAULT_REMINDERS;
    const settings = change(former);
    const json = JSON.stringify(settings);
    if (stored && json === JSON.stringify(former)) return settings;
    const isWaiting = stored && stored.nextAt !== null && stored.nextAt <= now;
    const row = {
      settings: json,
      next_at: isWaiting ? stored.nextAt : now,
      // The clock of the process that handled the last ones may be ahead of this one.
      handled_until: isWaiting ? stored.handledUntil : Math.max(stored?.handledUntil ?? now, now),
    };
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
 * Adds settings for a person who has none; they hold for what is due from now on. Settings that the person saves at the
 * same time stay. The caller's transaction must have locked the profile.
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

/** A person whose reminders are to be looked at. */
export interface DuePerson {
  readonly userId: string;
  readonly nextAt: Instant;
}

/** The person whose reminders are due by an instant, the longest due first. */
export async function findDue(db: Database, dueBy: Instant): Promise<DuePerson | undefined> {
  return await selectNext(db).where('next_at', '<=', dueBy).executeTakeFirst();
}

/** When the next reminders are due; undefined if nobody has any. */
export async function findNextReminders(db: Database): Promise<Instant | undefined> {
  return (await selectNext(db).executeTakeFirst())?.nextAt;
}

/** Ordered by the time alone, because the index has no other order and many people are due at the same time. */
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
 * Sets when to look at a person's reminders next.
 *
 * @param handledUntil reminders before this are not sent any more; undefined if none was handled
 * @returns false if another process has done so meanwhile, or the settings changed
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
