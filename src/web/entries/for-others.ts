import { countOf, type KindName, type Unsent, unsentOf } from '../../domain/unsent.ts';
import { isWaiting, type Owned } from '../forms/store/device.ts';
import { trackerKey } from '../platform/user.ts';
import type { Queues } from './queues.ts';
import { findUnsaved, forgetUnsaved, type Places } from './unsaved.ts';

/** The signed-in person, and the databases of this device. */
export interface OnDevice extends Places {
  /** The queues of the signed-in person's own tracker. */
  readonly queues: Queues;
}

/** The entries and drafts that a caregiver made on this device for one person, and that are not on the server. */
export interface ForOther {
  /** The `trackerKey` under which the records are stored. */
  readonly key: string;
  readonly ownerId: string;
  /** Undefined if an earlier version stored the records. */
  readonly ownerName: string | undefined;
  readonly unsent: Unsent;
  /** The number of all entries for the person, including those that were begun and not saved. */
  readonly count: number;
}

/** Finds what the person has entered for others, also for those whom they do not help any more. */
export async function findForOthers(on: OnDevice): Promise<ForOther[]> {
  const { userId, device, queues } = on;
  const [stored, unsaved, ...queued] = await Promise.all([
    device.findForOthers(userId),
    findUnsaved(on),
    ...[...queues].map(async ([kind, queue]) => [kind, await queue.findForOthers()] as const),
  ]);
  const prefix = trackerKey(userId, '');
  const waiting = new Map<KindName, readonly Owned[]>([
    ['forms', stored.filter(isWaiting)],
    ...queued,
  ]);
  const begun = unsaved.filter((each) => each.userId.startsWith(prefix));
  const all: readonly Owned[] = [...stored, ...queued.flatMap(([, entries]) => entries)];
  const keys = new Set([...all, ...begun].map((each) => each.userId));
  return [...keys].map((key) => {
    const isOf = (each: { readonly userId: string }) => each.userId === key;
    const unsent = unsentOf((kind) => waiting.get(kind)?.filter(isOf).length ?? 0);
    return {
      key,
      ownerId: key.slice(prefix.length),
      ownerName: all.find((each) => isOf(each) && each.ownerName)?.ownerName,
      unsent,
      count: countOf(unsent) + begun.filter(isOf).length,
    };
  });
}

/** Deletes from this device all entries for a person. */
export async function forgetForOther(on: OnDevice, key: string): Promise<void> {
  const begun = (await findUnsaved(on)).filter(({ userId }) => userId === key);
  await Promise.all([
    forgetUnsaved(begun, on),
    on.device.removeAll(key, () => true),
    ...[...on.queues.values()].map((queue) => queue.forgetKey(key)),
  ]);
}
