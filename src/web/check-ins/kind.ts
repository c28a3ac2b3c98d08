import type { CheckIn } from '../../contract/entities.ts';
import type { CheckInAnswers } from '../../domain/check-in.ts';
import type { CalendarDate } from '../../domain/zone.ts';
import type { EntryKind, WaitingEntry } from '../entries/entry-queue.ts';
import { call } from '../platform/client.ts';

/** The answers of a day that the server does not have yet. */
export interface WaitingCheckIn extends CheckInAnswers, WaitingEntry {
  /** Used only on this device. The server identifies a check-in by its day. */
  readonly checkInId: string;
  readonly day: CalendarDate;
  /** The version that the person has seen and corrected; undefined for a day without a check-in. */
  readonly version?: number | undefined;
}

export const checkInKind: EntryKind<WaitingCheckIn, CheckIn> = {
  table: 'check-ins',
  field: 'checkIn',
  idField: 'checkInId',
  async send(userId, { checkInId: _, ...checkIn }) {
    return (await call('saveCheckIn', { userId, ...checkIn })) as CheckIn;
  },
};
