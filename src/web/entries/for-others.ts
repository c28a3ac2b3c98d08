import { checkInDraftsForOthers, forgetCheckInDrafts } from '../api/check-in-draft.ts';
import { trackerKey } from '../api/user.ts';
import { type Device, isWaiting, type Owned } from './device.ts';
import { isUnsaved } from './draft.ts';
import type { EntryQueue } from './entry-queue.ts';

/** The queues of all entries except forms. */
type AnyQueues = Readonly<
  Record<
    'doses' | 'checkIns' | 'diary' | 'visits',
    Pick<EntryQueue<never, never>, 'findForOthers' | 'forgetKey'>
  >
>;

/** The signed-in person, and the databases of this device. */
export interface OnDevice {
  readonly userId: string;
  readonly device: Device;
  /** The queues of the signed-in person's own tracker. */
  readonly queues: AnyQueues;
}

/** The entries and drafts that a caregiver made on this device for one person, and that are not on the server. */
export interface ForOther {
  /** The `trackerKey` under which the records are stored. */
  readonly key: string;
  readonly ownerId: string;
  /** Undefined if an earlier version stored the records. */
  readonly ownerName: string | undefined;
  readonly unsent: Readonly<Record<'forms' | keyof AnyQueues, number>>;
  /** Whether there is a form that was not submitted. */
  readonly hasDraft: boolean;
  /** The number of all entries for the person, including forms and check-ins that were not submitted. */
  readonly count: number;
}

/** Finds what the person has entered for others, also for those whom they do not help any more. */
export async function findForOthers({ userId, device, queues }: OnDevice): Promise<ForOther[]> {
  const [stored, doses, checkIns, diary, visits] = await Promise.all([
    device.findForOthers(userId),
    queues.doses.findForOthers(),
    queues.checkIns.findForOthers(),
    queues.diary.findForOthers(),
    queues.visits.findForOthers(),
  ]);
  const prefix = trackerKey(userId, '');
  const forms = stored.filter(isWaiting);
  const drafts = stored.filter((each) => !isWaiting(each) && isUnsaved(each.form));
  const days = checkInDraftsForOthers(prefix).map((key): Owned => ({ userId: key }));
  const entries = [days, doses, checkIns, diary, visits].flat();
  const all = [...stored, ...entries];
  return [...new Set(all.map((each) => each.userId))].map((key) => {
    const countOf = (owned: readonly Owned[]) => owned.filter((each) => each.userId === key).length;
    return {
      key,
      ownerId: key.slice(prefix.length),
      ownerName: all.find((each) => each.userId === key && each.ownerName)?.ownerName,
      unsent: {
        forms: countOf(forms),
        ...{ doses: countOf(doses), checkIns: countOf(checkIns) },
        ...{ diary: countOf(diary), visits: countOf(visits) },
      },
      hasDraft: countOf(drafts) > 0,
      count: countOf([...forms, ...drafts, ...entries]),
    };
  });
}

/** Deletes from this device all entries for a person. */
export async function forgetForOther({ device, queues }: OnDevice, key: string): Promise<void> {
  forgetCheckInDrafts(key);
  const { doses, checkIns, diary, visits } = queues;
  await Promise.all([
    device.removeAll(key, () => true),
    ...[doses, checkIns, diary, visits].map((queue) => queue.forgetKey(key)),
  ]);
}

/** Deletes what was not submitted, for a log-out. */
export async function forgetDraftsForOther({ device }: OnDevice, key: string): Promise<void> {
  forgetCheckInDrafts(key);
  await device.removeAll(key, (stored) => !isWaiting(stored));
}
