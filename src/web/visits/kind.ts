import type { Visit as SavedVisit } from '../../contract/entities.ts';
import { compareText } from '../../domain/sorted.ts';
import type { Visit } from '../../domain/visit.ts';
import { entriesOf } from '../entries/entries-of.ts';
import type { QueuedKind, WaitingEntry } from '../entries/kind.ts';
import { call } from '../platform/client.ts';
import { visitDrafts } from './draft.ts';

/** A visit, new or edited, that the server does not have yet. */
export interface WaitingVisit extends Visit, WaitingEntry {
  /** Used only on this device. It is not the visit's id, because a visit may be edited again while it waits. */
  readonly saveId: string;
  /** The version that the person has seen and edited; undefined for a new visit. */
  readonly version?: number | undefined;
}

export const visits: QueuedKind<SavedVisit, WaitingVisit> = {
  name: 'visits',
  key: 'visitId',
  calls: { delete: 'deleteVisit', restore: 'restoreVisit', deleted: 'getDeletedVisits' },
  isPrivate: true,
  pressId: 'saveId',
  // All of them.
  recent: ({ id: userId }, signal) => call('getVisits', { userId }, signal),
  // The latest first, and before it the one without a day.
  compare: (one, other) => compareText(other.day ?? '~', one.day ?? '~'),
  send: async (userId, { saveId: _, topics, ...visit }) => [
    (await call('saveVisit', { userId, ...visit, topics: [...topics] })) as SavedVisit,
  ],
  drafts: visitDrafts,
};

export const {
  useRecent: useSavedVisits,
  useQueue: useVisitQueue,
  useQueued: useQueuedVisits,
  useShowSaved: useShowVisits,
  useDelete: useDeleteVisits,
} = entriesOf(visits);
