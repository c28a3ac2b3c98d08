import type { DiaryHalfHour } from '../../contract/entities.ts';
import type { DiaryState } from '../../domain/diary.ts';
import type { EntryKind, WaitingEntry } from '../entries/entry-queue.ts';
import { call } from '../platform/client.ts';

/** The half-hours that one press has filled and that the server does not have yet. */
export interface WaitingHalfHours extends WaitingEntry {
  /** Used only on this device. The server identifies a half-hour by the instant when it begins. */
  readonly pressId: string;
  /** When the half-hours begin (ISO instants). */
  readonly slots: readonly string[];
  readonly state: DiaryState;
}

export const diaryKind: EntryKind<WaitingHalfHours, readonly DiaryHalfHour[]> = {
  table: 'diary',
  field: 'halfHours',
  idField: 'pressId',
  async send(userId, { slots, state, enteredAt, timeZone }) {
    const entries = slots.map((slot) => ({ slot, state, enteredAt }));
    return (await call('saveDiary', { userId, entries, timeZone })) as DiaryHalfHour[];
  },
};
