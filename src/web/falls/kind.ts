import type { fall } from '../../contract/kinds/fall.ts';
import type { AnswerOf } from '../../contract/kinds/inputs.ts';
import { type FallAnswers, recentFallDays } from '../../domain/falls.ts';
import { compareText } from '../../domain/sorted.ts';
import { type CalendarDate, dateOf } from '../../domain/zone.ts';
import { type DraftsOf, draftsOf } from '../entries/drafts.ts';
import { entriesOf, type Shown } from '../entries/entries-of.ts';
import type { QueuedKind, WaitingEntry } from '../entries/kind.ts';
import { call } from '../platform/client.ts';
import { allPages } from '../platform/pages.ts';
import { randomUuid } from '../platform/random-uuid.ts';

/** A fall, or one that nearly happened. */
export type Fall = AnswerOf<typeof fall>;

/** What a person can enter about a fall. */
export interface FallValues extends FallAnswers {
  readonly fallId: string;
  /** ISO instant. */
  readonly fellAt: string;
}

/** A fall, new or edited, that the server does not have yet. */
export interface WaitingFall extends FallValues, WaitingEntry {
  /** Used only on this device. It is not the fall's id, because a fall may be edited again while it waits. */
  readonly saveId: string;
  /** The version that the person has seen and edited; undefined for a new fall, or for an answer that was missing. */
  readonly version?: number | undefined;
}

/** A fall that is not saved, or its unsaved changes. */
export interface FallDraft extends Omit<FallValues, 'reached'> {
  /** Null until it is chosen. */
  readonly reached: FallValues['reached'] | null;
  readonly version?: number | undefined;
  /** What waited on this device when the draft was begun. */
  readonly waited?: FallValues | undefined;
}

/** By the id of the fall, or of one from a sheet of paper by its time. */
export const fallDrafts: DraftsOf<FallDraft> = draftsOf({
  kind: 'falls',
  one: 'a fall',
  several: (count) => `${count} falls`,
  isChange: ({ version }) => version !== undefined,
});

export const falls: QueuedKind<Fall, WaitingFall> = {
  name: 'falls',
  key: 'fallId',
  calls: { delete: 'deleteFall', restore: 'restoreFall', deleted: 'getDeletedFalls' },
  pressId: 'saveId',
  // Yesterday's and today's.
  recent({ id: userId, timeZone }, signal) {
    const days = recentFallDays(Date.now(), timeZone);
    return allPages((cursor) => call('getFalls', { userId, ...days, cursor }, signal));
  },
  within({ id: userId, timeZone }, span, signal) {
    const days = { from: dateOf(span.from, timeZone), to: dateOf(span.to, timeZone) };
    return allPages((cursor) => call('getFalls', { userId, ...days, cursor }, signal));
  },
  compare: (one, other) => compareText(other.fellAt, one.fellAt),
  send: async (userId, { saveId: _, ...waiting }) => [
    (await call('saveFall', { userId, ...waiting })) as Fall,
  ],
  drafts: fallDrafts,
};

const hooks = entriesOf(falls);
export const {
  useShown: useShownFalls,
  useShownWithin: useFallsShownWithin,
  useQueue: useFallQueue,
  useShowSaved: useShowFalls,
  useDelete: useDeleteFalls,
} = hooks;

export type ShownFall = Shown<Fall, WaitingFall>;

/** The fall as the person sees it: as it waits, or else as it is saved. */
export function valuesOf({ saved, queued }: ShownFall): Fall | WaitingFall | undefined {
  return queued?.entry ?? saved;
}

/** The day of a fall, in its own zone. */
export function dayOfFall({ fellAt, timeZone }: Fall | WaitingFall): CalendarDate {
  return dateOf(Date.parse(fellAt), timeZone);
}

/**
 * Saves a fall as an edit of `version`, which the person has seen. Without one it is a new fall, or adds an answer to one
 * that the server may have by now. It replaces what still waits.
 */
export function useSaveFall() {
  const save = hooks.useSave();
  return (
    { queued }: Pick<ShownFall, 'queued'>,
    { fallId, fellAt, reached, hurt, notes }: FallValues,
    version: number | undefined,
  ) => save({ saveId: randomUuid(), fallId, fellAt, reached, hurt, notes, version }, queued);
}
