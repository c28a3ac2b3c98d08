import { createContext, useContext } from 'react';
import type { KindName } from '../../domain/unsent.ts';
import type { EntryQueue } from './entry-queue.ts';

/** The queues of one tracker: the entries of each kind that wait on this device, except forms. */
export type Queues = ReadonlyMap<KindName, EntryQueue<never>>;

export const QueuesContext = createContext<Queues | null>(null);

/** The queues of the tracker that is shown. */
export function useQueues(): Queues {
  const queues = useContext(QueuesContext);
  if (!queues) throw new Error('There are no queues of entries here');
  return queues;
}
