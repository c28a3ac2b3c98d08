import type { Visit as SavedVisit } from '../../contract/entities.ts';
import type { DateStyle } from '../../domain/formats.ts';
import { nextVisit, type Visit } from '../../domain/visit.ts';
import { daysText, visitDayText } from '../../domain/visit-days.ts';
import type { CalendarDate } from '../../domain/zone.ts';
import type { Queued } from '../entries/device-queue.ts';
import { randomUuid } from '../platform/random-uuid.ts';
import { useToday } from '../platform/use-today.ts';
import { useUser } from '../platform/user.ts';
import {
  useQueuedVisits,
  useSave,
  useShownVisits,
  type VisitDraft,
  type WaitingVisit,
} from './kind.ts';

/** A visit as the person sees it, with the version of the server and the one that waits on this device. */
export interface ShownVisit extends Visit {
  readonly saved: SavedVisit | undefined;
  readonly queued: Queued<WaitingVisit> | undefined;
}

export interface Visits {
  readonly all: readonly ShownVisit[];
  readonly next: ShownVisit | undefined;
  /** The last visit that the server rejected. */
  readonly refused: Queued<WaitingVisit> | undefined;
}

/** @returns undefined while the saved visits load; if loading fails, the visits of this device alone */
export function useVisits(): Visits | undefined {
  const user = useUser();
  const [today] = useToday(user.timeZone);
  const shown = useShownVisits();
  const { queued } = useQueuedVisits();
  if (!shown) return undefined;
  const all = shown.flatMap(({ saved, queued }): ShownVisit[] => {
    const visit = queued?.entry ?? saved;
    return visit ? [{ ...visit, saved, queued }] : [];
  });
  const refused = queued.filter(({ problem }) => problem !== undefined).at(-1);
  // A rejected visit counts as the next one until the person decides, so that it stays visible.
  const next =
    all.find((each) => each.visitId === refused?.entry.visitId && !isEarlier(each, today)) ??
    nextVisit(all, today);
  return { all, next, refused };
}

export function isEarlier({ day }: Pick<Visit, 'day'>, today: CalendarDate): boolean {
  return day !== null && day < today;
}

/** The unsaved draft of the next visit, or else of a new visit. */
export function begunDraft(
  drafts: readonly VisitDraft[],
  { all, next }: Visits,
): VisitDraft | undefined {
  return (
    drafts.find(({ visitId }) => visitId === next?.visitId) ??
    drafts.find(({ visitId }) => !all.some((each) => each.visitId === visitId))
  );
}

/** 'Thu, Dec 3', or 'Dec 3, 2027' for a day of another year. */
export function dayName(day: CalendarDate, today: CalendarDate, style: DateStyle): string {
  const isThisYear = day.slice(0, 4) === today.slice(0, 4);
  return isThisYear ? visitDayText(day, style) : daysText({ first: day, last: day }, style);
}

/** 'visit on Thu, Dec 3' or 'visit without a day'. */
export function useVisitName(): (visit: Pick<Visit, 'day'>) => string {
  const user = useUser();
  const [today] = useToday(user.timeZone);
  return ({ day }) => (day ? `visit on ${dayName(day, today, user)}` : 'visit without a day');
}

/** The topics to store: trimmed, without empty lines. */
export function linesOf(topics: readonly string[]): string[] {
  return topics.map((line) => line.trim()).filter((line) => line !== '');
}

/** Saves a visit. It replaces an older version that still waits. */
export function useSaveVisit() {
  const save = useSave();
  return (
    { visitId, day, topics, bloodPressure }: Visit,
    version: number | undefined,
    queued: Queued<WaitingVisit> | undefined,
  ) =>
    save(
      { saveId: randomUuid(), visitId, day, topics: linesOf(topics), bloodPressure, version },
      queued,
    );
}
