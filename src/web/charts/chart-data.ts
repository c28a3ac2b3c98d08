import { useEffect, useMemo, useRef, useState } from 'react';
import { type SeriesStyle, seriesStyles } from '../../charts/series-style.ts';
import type { Form, Profile } from '../../contract/entities.ts';
import type { RatedForm } from '../../domain/severity.ts';
import {
  type DayRange,
  DEFAULT_CUSTOM_DAYS,
  instantsAround,
  lastDays,
  type Span,
  spanOf,
  type Timeframe,
  type TimeframeChoice,
} from '../../domain/windows.ts';
import type { CalendarDate } from '../../domain/zone.ts';
import { ratedForm, useFormsWithin } from '../forms/queries.ts';
import { isUnreached, useDataTime, useIsOffline } from '../platform/offline.ts';
import { useToday } from '../platform/use-today.ts';
import { useUser } from '../platform/user.ts';
import { profileSymptoms, useProfile } from '../profile/queries.ts';

/** A symptom in the checklist. */
export interface ChartSymptom {
  readonly name: string;
  readonly tag: 'Profile' | 'Past';
  readonly style: SeriesStyle;
  readonly checked: boolean;
}

/** The data of a chart: the chosen days as dates (`range`) and as local times (`span`), and the forms around them. */
export interface Drawn {
  readonly choice: TimeframeChoice;
  readonly range: DayRange;
  readonly span: Span;
  readonly forms: readonly RatedForm[];
}

export interface ChartState {
  readonly today: CalendarDate;
  readonly choice: TimeframeChoice;
  readonly choose: (timeframe: Timeframe) => void;
  readonly setDates: (dates: { start?: CalendarDate; end?: CalendarDate }) => void;
  readonly symptoms: readonly ChartSymptom[];
  /** The symptoms to draw. */
  readonly checked: readonly ChartSymptom[];
  readonly check: (name: string, checked: boolean) => void;
  /** The chosen days. */
  readonly range: DayRange;
  /** The latest choice whose forms are loaded. It stays drawn until the forms of the next choice are loaded. */
  readonly drawn: Drawn | undefined;
  readonly hasProfile: boolean;
  /** Whether there is no data to draw yet. */
  readonly isLoading: boolean;
  readonly isFetching: boolean;
  /** Whether the server answered with an error. */
  readonly isError: boolean;
  /** Whether the forms of the chosen days are neither on the device nor can be fetched, because there is no connection. */
  readonly isMissing: boolean;
  /** When the drawn forms were fetched (ms), while the page has no connection. */
  readonly asOf: number | undefined;
  readonly refresh: () => void;
}

/** The settings of a chart card, and the forms of its window of time. Each card has its own settings. */
export function useChart(
  daysOf: (choice: TimeframeChoice, today: CalendarDate) => DayRange,
): ChartState {
  const user = useUser();
  const profile = useProfile(user.id);
  const [today, renewToday] = useToday(user.timeZone);
  const [choice, setChoice] = useState<TimeframeChoice>({ timeframe: '7days', start: '', end: '' });
  const [checks, setChecks] = useState<Readonly<Record<string, boolean>>>({});
  const range = useMemo(() => daysOf(choice, today), [daysOf, choice, today]);
  const span = useMemo(() => spanOf(range), [range]);
  const forms = useFormsWithin(user, instantsAround(span), ratedForms);
  const isOffline = useIsOffline();
  const dataTime = useDataTime(user.id);
  // The forms may have been saved just after midnight, so `today` is updated after each fetch.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again whenever the forms were fetched
  useEffect(renewToday, [renewToday, forms.dataUpdatedAt]);
  const drawn = useRef<Drawn>(undefined);
  /** When the drawn forms were fetched (ms). */
  const drawnAt = useRef<number>(undefined);
  // An empty range disables the query and needs no forms. If loading fails, no chart is drawn, not even an empty one.
  const given = forms.isEnabled ? forms.data : NO_FORMS;
  if (given && (drawn.current?.forms !== given || drawn.current.range !== range)) {
    drawn.current = { choice, range, span, forms: given };
  }
  // Forms from the device were fetched before the page was opened, together with the history.
  if (given) drawnAt.current = forms.dataUpdatedAt || dataTime;

  function choose(timeframe: Timeframe) {
    setChoice((before) => {
      if (timeframe !== 'custom' || before.start || before.end) return { ...before, timeframe };
      const { first, last } = lastDays(DEFAULT_CUSTOM_DAYS, today);
      return { timeframe, start: first, end: last };
    });
  }

  const symptoms = useMemo(() => symptomsOf(profile.data, checks), [profile.data, checks]);
  const checked = useMemo(() => symptoms.filter((each) => each.checked), [symptoms]);
  return {
    today,
    choice,
    choose,
    setDates: (dates) => setChoice((before) => ({ ...before, ...dates })),
    symptoms,
    checked,
    check: (name, checked) => setChecks((before) => ({ ...before, [name]: checked })),
    range,
    drawn: drawn.current,
    hasProfile: profile.data !== undefined,
    isLoading: profile.isLoading || (!drawn.current && !forms.isError),
    isFetching: forms.isFetching,
    isError: [profile, forms].some((each) => each.isError && !isUnreached(each, isOffline)),
    isMissing: [profile, forms].some((each) => isUnreached(each, isOffline) && !each.data),
    asOf: isOffline ? drawnAt.current : undefined,
    refresh: () => {
      profile.refetch();
      forms.refetch();
    },
  };
}

const NO_FORMS: readonly RatedForm[] = [];

function symptomsOf(
  profile: Profile | undefined,
  checks: Readonly<Record<string, boolean>>,
): ChartSymptom[] {
  const tracked = profile ? profileSymptoms(profile).map(({ name }) => name) : [];
  const names = [...tracked, ...(profile?.pastSymptoms ?? [])];
  const styles = seriesStyles(names);
  return names.map((name, index) => ({
    name,
    tag: index < tracked.length ? 'Profile' : 'Past',
    style: styles[index] as SeriesStyle,
    checked: checks[name] ?? index < tracked.length,
  }));
}

function ratedForms(forms: readonly Form[]): RatedForm[] {
  return forms.map(ratedForm);
}
