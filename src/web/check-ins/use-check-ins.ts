import type { CheckIn } from '../../contract/entities.ts';
import type { CheckInAnswers } from '../../domain/check-in.ts';
import type { CalendarDate } from '../../domain/zone.ts';
import type { Queued } from '../entries/device-queue.ts';
import { randomUuid } from '../platform/random-uuid.ts';
import { useUser } from '../platform/user.ts';
import {
  useCheckInQueue,
  useQueuedCheckIns,
  useRecentCheckIns,
  type WaitingCheckIn,
} from './kind.ts';

/** The check-in of one day: what the server has, and what waits on this device. */
export interface DayCheckIn {
  readonly day: CalendarDate;
  readonly saved?: CheckIn | undefined;
  readonly queued?: Queued<WaitingCheckIn> | undefined;
}

/** @returns undefined while the saved check-ins load; if loading fails, the check-ins of this device alone */
export function useCheckInOf(): ((day: CalendarDate) => DayCheckIn) | undefined {
  const recent = useRecentCheckIns();
  const { queued } = useQueuedCheckIns();
  if (!recent.data && !recent.isError) return undefined;
  return (day) => ({
    day,
    saved: recent.data?.find((each) => each.day === day),
    queued: queued.filter(({ entry }) => entry.day === day).at(-1),
  });
}

/** The answers that the person sees for a day: the waiting ones, or else the saved ones. */
export function answersOf({ saved, queued }: DayCheckIn): CheckInAnswers | undefined {
  return queued?.entry ?? saved;
}

/**
 * Saves the answers of a day: first on this device, then on the server. The answers are an edit of `version`, by
 * default of the version that is loaded from the server.
 */
export function useSaveCheckIn() {
  const { timeZone } = useUser();
  const queue = useCheckInQueue();
  return async (
    { day, saved, queued }: DayCheckIn,
    answers: CheckInAnswers,
    version = saved?.version,
  ) => {
    const { medication, exerciseMinutes, sleepHours, mood, notes } = answers;
    const entry = {
      checkInId: randomUuid(),
      day,
      ...{ medication, exerciseMinutes, sleepHours, mood, notes },
      enteredAt: new Date().toISOString(),
      timeZone,
      version,
    };
    // The new answers replace the waiting ones.
    await queue.add(entry, queued?.entry.checkInId);
  };
}
