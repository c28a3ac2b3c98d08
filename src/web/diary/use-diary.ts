import type { DiaryEntry, DiaryState } from '../../domain/diary.ts';
import { isoOf } from '../../domain/zone.ts';
import type { Queued } from '../entries/device-queue.ts';
import { randomUuid } from '../platform/random-uuid.ts';
import { useUser } from '../platform/user.ts';
import { useDiaryQueue, useQueuedDiary, useRecentDiary, type WaitingHalfHours } from './kind.ts';

/** A half-hour of the diary. It has no author while it waits on this device. */
export interface ShownHalfHour extends DiaryEntry {
  readonly author?: string | undefined;
  /** Whether the signed-in caregiver must not change it. */
  readonly readOnly?: true | undefined;
}

export interface Diary {
  /** The half-hours of the server and the waiting ones of this device, in order of time, without the rejected ones. */
  readonly entries: readonly ShownHalfHour[];
  readonly refused: readonly Queued<WaitingHalfHours>[];
  /** Whether half-hours wait on this device to be sent. */
  readonly isWaiting: boolean;
  readonly sendProblem: string;
  /** Whether the half-hours of the server could not be loaded, and none are stored on this device. */
  readonly isMissing: boolean;
}

/** The diary of the last days; undefined while it loads. If loading fails, it has only the waiting half-hours. */
export function useDiary(): Diary | undefined {
  const { data, isError } = useRecentDiary();
  const { queued, sendProblem } = useQueuedDiary();
  if (!data && !isError) return undefined;
  const waiting = queued.filter(({ problem }) => problem === undefined);
  const bySlot = new Map<number, ShownHalfHour>();
  for (const { slot, state, enteredAt, author, readOnly } of data ?? []) {
    const begins = Date.parse(slot);
    const entered = { enteredAt: Date.parse(enteredAt), author, readOnly };
    bySlot.set(begins, { slot: begins, state, ...entered });
  }
  for (const { entry } of waiting) {
    for (const slot of entry.slots.map(Date.parse)) {
      bySlot.set(slot, { slot, state: entry.state, enteredAt: Date.parse(entry.enteredAt) });
    }
  }
  return {
    entries: [...bySlot.values()].sort((a, b) => a.slot - b.slot),
    refused: queued.filter(({ problem }) => problem !== undefined),
    isWaiting: waiting.length > 0,
    sendProblem,
    isMissing: isError && !data,
  };
}

/**
 * Enters a state for empty half-hours: first on this device, then on the server. @returns the half-hours of this press
 */
export function useEnterState(): (state: DiaryState, slots: readonly number[]) => WaitingHalfHours {
  const { timeZone } = useUser();
  const queue = useDiaryQueue();

  /**
   * Adds the half-hours of a press to the queue. A refused press is replaced if the new press has all its half-hours.
   */
  async function replaceRefused(press: WaitingHalfHours) {
    const [first, ...others] = queue
      .getState()
      .queued.filter(({ problem }) => problem !== undefined)
      .filter(({ entry }) => entry.slots.every((slot) => press.slots.includes(slot)))
      .map(({ entry }) => entry.pressId);
    await queue.add(press, first);
    for (const pressId of others) await queue.remove(pressId);
  }

  return (state, slots) => {
    const press = {
      pressId: randomUuid(),
      slots: slots.map(isoOf),
      state,
      enteredAt: new Date().toISOString(),
      timeZone,
    };
    void replaceRefused(press);
    return press;
  };
}
