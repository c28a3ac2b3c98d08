import type { KindName } from '../../domain/unsent.ts';
import { type CalendarDate, dateOf } from '../../domain/zone.ts';
import { checkInView } from '../check-ins/view.tsx';
import { diaryView } from '../diary/view.tsx';
import type { Instants } from '../entries/kind.ts';
import type { AnyKindView, LastRow, TimedRow } from '../entries/view.ts';
import { fallView } from '../falls/view.tsx';
import { formView } from '../forms/view.tsx';
import { doseView } from '../medication/dose-view.tsx';
import { pressureView } from '../pressure/view.tsx';
import { tabletView } from '../tablets/view.tsx';
import { visitView } from '../visits/view.tsx';

/** What a person sees of each kind, in the order of the last rows of Today. */
export const VIEWS: Readonly<Record<KindName, AnyKindView>> = {
  forms: formView,
  doses: doseView,
  checkIns: checkInView,
  diary: diaryView,
  visits: visitView,
  falls: fallView,
  tabletCounts: tabletView,
  bloodPressure: pressureView,
};

const ALL = Object.values(VIEWS);

/** The rows in Today of all kinds but forms, and whether all kinds have loaded. */
export function useTodayRows(today: CalendarDate) {
  // biome-ignore lint/correctness/useHookAtTopLevel: the views are always the same, in the same order
  const ofKinds = ALL.map((view) => (view.useToday ? view.useToday(today) : []));
  return {
    rows: ofKinds.flatMap((rows): readonly (TimedRow | LastRow)[] => rows ?? []),
    isLoaded: !ofKinds.includes(undefined),
  };
}

/** A row in the history of any kind but forms. */
export interface PastRow extends TimedRow {
  readonly view: AnyKindView;
}

/** The rows in the history of all kinds but forms. */
export function usePastRows(span: Instants): readonly PastRow[] {
  // biome-ignore lint/correctness/useHookAtTopLevel: the views are always the same, in the same order
  return ALL.flatMap((view) => view.usePast?.(span).map((row) => ({ ...row, view })) ?? []);
}

/** What the history says of a day's entries of all kinds but forms: '5 doses, check-in'. */
export function pastText(rows: readonly PastRow[]): string {
  return ALL.flatMap((view) => {
    const own = rows.filter((row) => row.view === view);
    return own.length > 0 ? (view.pastText?.(own) ?? []) : [];
  }).join(', ');
}

/** The day of an entry, in its own zone. */
export function dayOfRow({ at, zone }: Pick<TimedRow, 'at' | 'zone'>): CalendarDate {
  return dateOf(Date.parse(at), zone);
}
