import type { CheckIn } from '../../contract/entities.ts';
import { answersIn, type CheckInAnswers, recentCheckInDays } from '../../domain/check-in.ts';
import { compareText } from '../../domain/sorted.ts';
import { type CalendarDate, dateOf } from '../../domain/zone.ts';
import { type DraftsOf, draftsOf } from '../entries/drafts.ts';
import { entriesOf, type Shown } from '../entries/entries-of.ts';
import type { QueuedKind, WaitingEntry } from '../entries/kind.ts';
import { call } from '../platform/client.ts';
import { allPages } from '../platform/pages.ts';
import { randomUuid } from '../platform/random-uuid.ts';

/** The answers of a day that the server does not have yet. */
export interface WaitingCheckIn extends CheckInAnswers, WaitingEntry {
  /** Used only on this device. The server identifies a check-in by its day. */
  readonly checkInId: string;
  readonly day: CalendarDate;
  /** The version that the person has seen and corrected; undefined for a day without a check-in. */
  readonly version?: number | undefined;
}

/** Unsaved answers of a check-in. */
export interface CheckInDraft {
  readonly answers: CheckInAnswers;
  /** The version that the person has seen; undefined for a day without a check-in. */
  readonly version?: number | undefined;
  /** What waited on this device when the draft was begun. */
  readonly waited?: CheckInAnswers | undefined;
}

/** By day. */
export const checkInDrafts: DraftsOf<CheckInDraft> = draftsOf({
  kind: 'checkIns',
  one: 'a check-in',
  several: (count) => `${count} check-ins`,
  isChange: ({ version }) => version !== undefined,
});

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
  within({ id: userId, timeZone }, span, signal) {
    const [from, last] = [dateOf(span.from, timeZone), dateOf(span.to, timeZone)];
    return allPages((to = last) => call('getCheckIns', { userId, from, to }, signal));
  },
  compare: (one, other) => compareText(other.day, one.day),
  send: async (userId, { checkInId: _, ...checkIn }) => [
    (await call('saveCheckIn', { userId, ...checkIn })) as CheckIn,
  ],
  drafts: checkInDrafts,
};

const hooks = entriesOf(checkIns);
export const {
  useShown: useShownCheckIns,
  useShownWithin: useCheckInsShownWithin,
  useQueue: useCheckInQueue,
  useShowSaved: useShowCheckIns,
  useDelete: useDeleteCheckIns,
} = hooks;

/** The check-in of one day, which is its key. */
export type DayCheckIn = Shown<CheckIn, WaitingCheckIn>;

/** The answers that the person sees for a day: the waiting ones, or else the saved ones. */
export function answersOf({ saved, queued }: DayCheckIn): CheckInAnswers | undefined {
  return queued?.entry ?? saved;
}

/**
 * Saves the answers of a day as an edit of `version`, which the person has seen. Without one, they only add to what is
 * saved. They replace the waiting ones.
 */
export function useSaveCheckIn() {
  const save = hooks.useSave();
  return (
    { key: day, queued }: DayCheckIn,
    answers: CheckInAnswers,
    version: number | undefined,
  ) => {
    return save({ checkInId: randomUuid(), day, ...answersIn(answers), version }, queued);
  };
}
