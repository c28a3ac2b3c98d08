import { createContext, useContext } from 'react';
import type { KindName } from '../../domain/unsent.ts';
import type { Owned } from '../platform/tracker-key.ts';
import type { DeviceQueue } from './device-queue.ts';
import { EntryQueue } from './entry-queue.ts';
import type { AnyQueuedKind } from './kind.ts';

/** The queues of one tracker: the entries of each kind that wait on this device, except forms. */
export type Queues = ReadonlyMap<KindName, EntryQueue<never>>;

export function queuesOf(
  device: DeviceQueue,
  kinds: readonly AnyQueuedKind[],
  owned: Owned,
): Queues {
  return new Map(kinds.map((kind) => [kind.name, new EntryQueue(device, kind, owned)]));
}

export const QueuesContext = createContext<Queues | null>(null);

/** The queues of the tracker that is shown. */
export function useQueues(): Queues {
  const queues = useContext(QueuesContext);
  if (!queues) throw new Error('There are no queues of entries here');
  return queues;
}
