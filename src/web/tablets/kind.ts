import type { AnswerOf } from '../../contract/kinds/inputs.ts';
import type { tabletCount } from '../../contract/kinds/tablet-count.ts';
import { compareText } from '../../domain/sorted.ts';
import { entriesOf, type Shown } from '../entries/entries-of.ts';
import type { QueuedKind, WaitingEntry } from '../entries/kind.ts';
import { call } from '../platform/client.ts';

export type TabletCount = AnswerOf<typeof tabletCount>;

/** A count that the server does not have yet. */
export interface WaitingCount
  extends Pick<TabletCount, 'countId' | 'medicationId' | 'countedAt' | 'amount' | 'how'>,
    WaitingEntry {}

export const tabletCounts: QueuedKind<TabletCount, WaitingCount> = {
  name: 'tabletCounts',
  key: 'countId',
  calls: {
    delete: 'deleteTabletCount',
    restore: 'restoreTabletCount',
    deleted: 'getDeletedTabletCounts',
  },
  pressId: 'countId',
  recent: ({ id: userId }, signal) => call('getTabletCounts', { userId }, signal),
  compare: (one, other) => compareText(other.countedAt, one.countedAt),
  send: async (userId, waiting) => [
    (await call('countTablets', { userId, ...waiting })) as TabletCount,
  ],
};

export const {
  useShown: useShownCounts,
  useSave: useSaveCount,
  useQueue: useCountQueue,
  useDelete: useDeleteCounts,
  useRestore: useRestoreCounts,
} = entriesOf(tabletCounts);

export type ShownCount = Shown<TabletCount, WaitingCount>;

/** The count as the person sees it. */
export function countOf({ saved, queued }: ShownCount): TabletCount | WaitingCount | undefined {
  return saved ?? queued?.entry;
}
