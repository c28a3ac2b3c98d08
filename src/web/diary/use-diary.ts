import type { DiaryEntry, DiaryState } from '../../domain/diary.ts';
import { isoOf } from '../../domain/zone.ts';
import { isRefused, type Queued } from '../entries/device-queue.ts';
import { randomUuid } from '../platform/random-uuid.ts';
import { useUser } from '../platform/user.ts';
import {
  useDiaryQueue,
  useQueuedDiary,
  useRecentDiary,
  useShownDiary,
  type WaitingHalfHours,
} from './kind.ts';

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
  const shown = useShownDiary();
  const { data } = useRecentDiary();
  const { queued, sendProblem } = useQueuedDiary();
  if (!shown) return undefined;
  const entries = shown.flatMap(({ key, saved, queued }): ShownHalfHour[] => {
    const waiting = queued && !isRefused(queued) ? queued.entry : undefined;
    const halfHour = waiting ?? saved;
    if (!halfHour) return [];
    const { state, enteredAt } = halfHour;
    const { author, readOnly } = waiting ? {} : { ...saved };
    return [{ slot: Date.parse(key), state, enteredAt: Date.parse(enteredAt), author, readOnly }];
  });
  const refused = queued.filter(isRefused);
  return {
    entries: entries.sort((a, b) => a.slot - b.slot),
    refused,
    isWaiting: refused.length < queued.length,
    sendProblem,
    isMissing: !data,
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
