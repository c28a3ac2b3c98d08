import type { DiaryHalfHour } from '../../contract/entities.ts';
import { type DiaryState, recentDiary } from '../../domain/diary.ts';
import { compareText } from '../../domain/sorted.ts';
import { isoOf } from '../../domain/zone.ts';
import { entriesOf } from '../entries/entries-of.ts';
import type { QueuedKind, WaitingEntry } from '../entries/kind.ts';
import { call } from '../platform/client.ts';

/** The half-hours that one press has filled and that the server does not have yet. */
export interface WaitingHalfHours extends WaitingEntry {
  /** Used only on this device. The server identifies a half-hour by the instant when it begins. */
  readonly pressId: string;
  /** When the half-hours begin (ISO instants). */
  readonly slots: readonly string[];
  readonly state: DiaryState;
}

export const diary: QueuedKind<DiaryHalfHour, WaitingHalfHours> = {
  name: 'diary',
  key: 'slot',
  calls: { delete: 'deleteDiary', restore: 'restoreDiary', deleted: 'getDeletedDiary' },
  several: 'slots',
  pressId: 'pressId',
  // Those of today and of the three days before.
  recent({ id: userId, timeZone }, signal) {
    const { from, to } = recentDiary(Date.now(), timeZone);
    return call('getDiary', { userId, from: isoOf(from), to: isoOf(to) }, signal);
  },
  within: ({ id: userId }, { from, to }, signal) =>
    call('getDiary', { userId, from: isoOf(from), to: isoOf(to) }, signal),
  keysOf: ({ slots }) => slots,
  compare: (one, other) => compareText(one.slot, other.slot),
  async send(userId, { slots, state, enteredAt, timeZone }) {
    const entries = slots.map((slot) => ({ slot, state, enteredAt }));
    return (await call('saveDiary', { userId, entries, timeZone })) as DiaryHalfHour[];
  },
};

export const {
  useRecent: useRecentDiary,
  useShown: useShownDiary,
  useQueue: useDiaryQueue,
  useQueued: useQueuedDiary,
  useWithin: useDiaryWithin,
  useShowSaved: useShowDiary,
  useDelete: useDeleteDiary,
  useRestore: useRestoreDiary,
} = entriesOf(diary);
