import type { Visit as SavedVisit } from '../../contract/entities.ts';
import { compareText } from '../../domain/sorted.ts';
import type { Visit } from '../../domain/visit.ts';
import { type DraftsOf, draftsOf } from '../entries/drafts.ts';
import { entriesOf } from '../entries/entries-of.ts';
import type { QueuedKind, WaitingEntry } from '../entries/kind.ts';
import { call } from '../platform/client.ts';

/** A visit, new or edited, that the server does not have yet. */
export interface WaitingVisit extends Visit, WaitingEntry {
  /** Used only on this device. It is not the visit's id, because a visit may be edited again while it waits. */
  readonly saveId: string;
  /** The version that the person has seen and edited; undefined for a new visit. */
  readonly version?: number | undefined;
}

/** What was typed about a visit and is not saved. */
export interface VisitDraft extends Visit {
  /** The version that the person has seen; undefined for a new visit. */
  readonly version?: number | undefined;
}

/** By the id of the visit. */
export const visitDrafts: DraftsOf<VisitDraft> = draftsOf({
  kind: 'visits',
  // A draft of a visit is often only a topic for the doctor. 'A visit' would not name that.
  one: 'what you wrote for a visit',
  several: (count) => `what you wrote for ${count} visits`,
  // A draft of a saved visit is named like a new one: both are what the person wrote.
  isChange: () => false,
});

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
  useShown: useShownVisits,
  useQueue: useVisitQueue,
  useQueued: useQueuedVisits,
  useSave,
  useShowSaved: useShowVisits,
  useDelete: useDeleteVisits,
} = entriesOf(visits);
