import type { AnyKind } from '../../../contract/kinds/kind.ts';
import type { EntryActivity } from '../../../contract/kinds.ts';
import type { Instant } from '../../../domain/zone.ts';
import { addActivity } from '../../identity/queries/activity.ts';
import type { Database } from '../../platform/db/database.ts';
import type { MeasureBy } from './count.ts';
import { recheckReminders } from './reminders.ts';

/** What follows from changed entries: the reminders, and the activity of the account. */

/** Lets the reminders follow a change of entries of a kind. */
export async function tellReminders(
  trx: Database,
  { changesReminders }: AnyKind,
  userId: string,
  now: Instant,
): Promise<void> {
  if (changesReminders) await recheckReminders(trx, userId, now);
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
