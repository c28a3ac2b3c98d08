import type { AnyKind } from '../../../contract/kinds/kind.ts';
import type { EntryActivity, StoredKind } from '../../../contract/kinds.ts';
import type { Instant } from '../../../domain/zone.ts';
import { addActivity } from '../../identity/queries/activity.ts';
import type { Database } from '../../platform/db/database.ts';
import type { MeasureBy } from './count.ts';
import { recheckReminders } from './reminders.ts';
import type { Numbered } from './select.ts';
import { type Queued, queueDaysFrom, queuedDay, queueRows } from './spreadsheet-queue.ts';

/** What follows from changed entries: the spreadsheet, the reminders, and the activity of the account. */

/**
 * Lets the spreadsheet and the reminders follow changed entries.
 *
 * @returns whether the spreadsheet is to be written
 */
export async function tellOthers(
  trx: Database,
  kind: AnyKind,
  userId: string,
  entries: readonly Numbered[],
  now: Instant,
): Promise<boolean> {
  let isQueued = await queue(trx, kind, userId, entries);
  const { changesDaysFrom } = kind;
  const days = changesDaysFrom ? entries.map(({ entry }) => changesDaysFrom(entry as never)) : [];
  const [earliest] = days.sort();
  if (earliest !== undefined) isQueued = await queueDaysFrom(trx, userId, earliest);
  if (kind.changesReminders) await recheckReminders(trx, userId, now);
  return isQueued;
}

/**
 * Queues entries and their days for the spreadsheet, if it shows something of their kind.
 *
 * @returns false if it does not, or is off
 */
async function queue(
  trx: Database,
  kind: AnyKind,
  userId: string,
  entries: readonly Numbered[],
): Promise<boolean> {
  const { sheet, daysOf } = kind;
  if (!sheet && !daysOf) return false;
  const name = kind.name as StoredKind['name'];
  return await queueRows(
    trx,
    userId,
    entries.flatMap(({ entry, number }): Queued[] => [
      { kind: name, number },
      ...(daysOf?.(entry as never) ?? []).map(queuedDay),
    ]),
  );
}

type How = Pick<MeasureBy, 'now' | 'by'> & { readonly number: number };

/** Adds a save to the activity of the account: every save of some kinds, of the others only edits. */
export async function addSaveActivity(
  trx: Database,
  kind: AnyKind,
  userId: string,
  { isEdit, ...how }: How & { readonly isEdit: boolean },
): Promise<void> {
  const { saveVerb = isEdit ? 'Edited' : undefined } = kind;
  if (saveVerb) await addEntryActivity(trx, kind, userId, saveVerb, how);
}

/** Adds 'checkInEdited' and the like to the activity of the account. */
export async function addEntryActivity(
  trx: Database,
  { name, activityNamesNumber }: AnyKind,
  userId: string,
  verb: 'Edited' | 'Changed' | 'Deleted' | 'Restored',
  { now, by, number }: How,
): Promise<void> {
  const kind = `${name}${verb}` as EntryActivity;
  await addActivity(trx, userId, now, kind, activityNamesNumber ? number : '', by.id);
}
