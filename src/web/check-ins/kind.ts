import type { CheckIn } from '../../contract/entities.ts';
import { type CheckInAnswers, recentCheckInDays } from '../../domain/check-in.ts';
import { compareText } from '../../domain/sorted.ts';
import type { CalendarDate } from '../../domain/zone.ts';
import { entriesOf } from '../entries/entries-of.ts';
import type { QueuedKind, WaitingEntry } from '../entries/kind.ts';
import { call } from '../platform/client.ts';
import { checkInDrafts } from './draft.ts';

/** The answers of a day that the server does not have yet. */
export interface WaitingCheckIn extends CheckInAnswers, WaitingEntry {
  /** Used only on this device. The server identifies a check-in by its day. */
  readonly checkInId: string;
  readonly day: CalendarDate;
  /** The version that the person has seen and corrected; undefined for a day without a check-in. */
  readonly version?: number | undefined;
}

export const checkIns: QueuedKind<CheckIn, WaitingCheckIn> = {
  name: 'checkIns',
  key: 'day',
  calls: {
    delete: 'deleteCheckIn',
    restore: 'restoreCheckIn',
    deleted: 'getDeletedCheckIns',
  },
  pressId: 'checkInId',
  // Yesterday's and today's.
  recent: ({ id: userId, timeZone }, signal) =>
    call('getCheckIns', { userId, ...recentCheckInDays(Date.now(), timeZone) }, signal),
  compare: (one, other) => compareText(other.day, one.day),
  send: async (userId, { checkInId: _, ...checkIn }) => [
    (await call('saveCheckIn', { userId, ...checkIn })) as CheckIn,
  ],
  drafts: checkInDrafts,
};

export const {
  useRecent: useRecentCheckIns,
  useQueue: useCheckInQueue,
  useQueued: useQueuedCheckIns,
  useShowSaved: useShowCheckIns,
  useDelete: useDeleteCheckIns,
} = entriesOf(checkIns);
