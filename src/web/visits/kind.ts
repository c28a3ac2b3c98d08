import type { Visit as SavedVisit } from '../../contract/entities.ts';
import type { Visit } from '../../domain/visit.ts';
import type { EntryKind, WaitingEntry } from '../entries/entry-queue.ts';
import { call } from '../platform/client.ts';

/** A visit, new or edited, that the server does not have yet. */
export interface WaitingVisit extends Visit, WaitingEntry {
  /** Used only on this device. It is not the visit's id, because a visit may be edited again while it waits. */
  readonly saveId: string;
  /** The version that the person has seen and edited; undefined for a new visit. */
  readonly version?: number | undefined;
}

export const visitKind: EntryKind<WaitingVisit, SavedVisit> = {
  table: 'visits',
  field: 'visit',
  idField: 'saveId',
  async send(userId, { saveId: _, topics, ...visit }) {
    return (await call('saveVisit', { userId, ...visit, topics: [...topics] })) as SavedVisit;
  },
};
