import type { bloodPressure } from '../../contract/kinds/blood-pressure.ts';
import type { AnswerOf } from '../../contract/kinds/inputs.ts';
import { type Position, recentPressureDays } from '../../domain/pressure.ts';
import { compareText } from '../../domain/sorted.ts';
import { dateOf } from '../../domain/zone.ts';
import { type DraftsOf, draftsOf } from '../entries/drafts.ts';
import { entriesOf, type Shown } from '../entries/entries-of.ts';
import type { QueuedKind, WaitingEntry } from '../entries/kind.ts';
import { call } from '../platform/client.ts';
import { allPages } from '../platform/pages.ts';

/** A reading of blood pressure. */
export type PressureReading = AnswerOf<typeof bloodPressure>;

/** What a person can enter of a reading. */
interface ReadingValues {
  readonly readingId: string;
  /** ISO instant. */
  readonly measuredAt: string;
  readonly position: Position;
  readonly systolic: number;
  readonly diastolic: number;
  readonly pulse: number | null;
  /** The version that the person has seen and edited; undefined for a new reading. */
  readonly version?: number | undefined;
}

/** The readings of a sitting, new or edited, that the server does not have yet. */
export interface WaitingSitting extends WaitingEntry {
  /** Used only on this device. */
  readonly saveId: string;
  readonly readings: readonly ReadingValues[];
}

/** The numbers of a reading; null for those that are not entered. */
export type Numbers = Readonly<Record<'systolic' | 'diastolic' | 'pulse', number | null>>;

/** What is entered of a sitting and not saved. */
export interface PressureDraft {
  readonly values: Readonly<Record<Position, Numbers>>;
  /** The ids of the readings: what is saved from two windows is then one sitting. */
  readonly ids: Readonly<Record<Position, string>>;
  /** The chosen time (ISO instant), of a new sitting the time when it was begun; undefined for the saved time. */
  readonly measuredAt?: string | undefined;
  /** The versions that the person has seen and edited. */
  readonly versions: Readonly<Partial<Record<Position, number>>>;
}

/** The key of the draft of a new sitting. */
export const NEW_SITTING = 'new';

/** By the id of the first reading of a sitting, or `NEW_SITTING`, or of one from a sheet of paper by its time. */
export const pressureDrafts: DraftsOf<PressureDraft> = draftsOf({
  kind: 'bloodPressure',
  one: 'a blood pressure reading',
  several: (count) => `${count} blood pressure readings`,
  isChange: ({ versions }) => Object.keys(versions).length > 0,
});

export const pressure: QueuedKind<PressureReading, WaitingSitting> = {
  name: 'bloodPressure',
  key: 'readingId',
  calls: {
    delete: 'deleteBloodPressure',
    restore: 'restoreBloodPressure',
    deleted: 'getDeletedBloodPressure',
  },
  several: 'readingIds',
  pressId: 'saveId',
  recent({ id: userId, timeZone }, signal) {
    const days = recentPressureDays(Date.now(), timeZone);
    return allPages((cursor) => call('getBloodPressure', { userId, ...days, cursor }, signal));
  },
  within({ id: userId, timeZone }, span, signal) {
    const days = { from: dateOf(span.from, timeZone), to: dateOf(span.to, timeZone) };
    return allPages((cursor) => call('getBloodPressure', { userId, ...days, cursor }, signal));
  },
  keysOf: ({ readings }) => readings.map(({ readingId }) => readingId),
  compare: (one, other) => compareText(other.measuredAt, one.measuredAt),
  async send(userId, { readings, enteredAt, timeZone }) {
    const entries = readings.map((reading) => ({ ...reading, enteredAt }));
    return (await call('saveBloodPressure', { userId, entries, timeZone })) as PressureReading[];
  },
  drafts: pressureDrafts,
};

export const {
  useShown: useShownPressure,
  useShownWithin: usePressureShownWithin,
  useQueue: usePressureQueue,
  useSave: useSavePressure,
  useShowSaved: useShowPressure,
  useDelete: useDeletePressure,
} = entriesOf(pressure);

export type ShownReading = Shown<PressureReading, WaitingSitting>;

/** A reading as the person sees it, with what is saved and what waits. */
export interface SeenReading extends Omit<ReadingValues, 'measuredAt'> {
  /** In milliseconds, as pairs are made of it. */
  readonly measuredAt: number;
  /** Its own zone (IANA). */
  readonly timeZone: string;
  readonly of: ShownReading;
}

/** The readings as they wait, or else as they are saved. */
export function seenReadings(shown: readonly ShownReading[]): SeenReading[] {
  return shown.flatMap((of) => {
    const { saved, queued } = of;
    const waiting = queued?.entry.readings.find(({ readingId }) => readingId === of.key);
    const values = waiting ?? saved;
    const timeZone = waiting ? queued?.entry.timeZone : saved?.timeZone;
    if (!values || timeZone === undefined) return [];
    return [{ ...values, measuredAt: Date.parse(values.measuredAt), timeZone, of }];
  });
}

/** The last number that was entered in a position, or else in any; undefined without one. */
export function usePressureLast(): (
  position: Position,
  field: 'systolic' | 'diastolic' | 'pulse',
) => number | undefined {
  const readings = seenReadings(useShownPressure() ?? []).sort(
    (one, other) => other.measuredAt - one.measuredAt,
  );
  return (position, field) => {
    const withNumber = readings.filter((each) => each[field] !== null);
    const last = withNumber.find((each) => each.position === position) ?? withNumber[0];
    return last?.[field] ?? undefined;
  };
}
