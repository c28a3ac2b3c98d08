import {
  type InfiniteData,
  type QueryClient,
  type QueryState,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { Answer } from '../../contract/endpoints.ts';
import type { Form } from '../../contract/entities.ts';
import { HISTORY_PAGE } from '../../contract/page-data.ts';
import { daysOfMonth, FormDays, monthOf } from '../../domain/form-days.ts';
import type { RatedForm } from '../../domain/severity.ts';
import type { Span } from '../../domain/windows.ts';
import {
  addDays,
  type CalendarDate,
  DAY_MS,
  dateOf,
  isoOf,
  localTimeOf,
} from '../../domain/zone.ts';
import { call, isAnswer, isStatus } from '../platform/client.ts';
import { isRestored } from '../platform/kept.ts';
import { formerAnswerOf, keys } from '../platform/keys.ts';
import { PAGE_FRESH_MS } from '../platform/page-data.ts';
import { allPages } from '../platform/pages.ts';
import { renewSession } from '../platform/session.ts';
import { whenIdle } from '../ui/when-idle.ts';

/**
 * The number of forms in one page when the forms of a window of time are fetched. They are fetched in pages, because a
 * window may span ten years.
 */
const WINDOW_PAGE = 1000;
/**
 * How long the forms of a window of time stay fresh in the cache (ms), so that switching back to a window does not
 * fetch its forms again. A save in this tab invalidates the cached forms.
 */
const WINDOW_FRESH_MS = 10_000;

/**
 * How far back the device stores forms (ms), so that every timeframe of the charts is drawn without a request, also in a
 * page that opens offline: the longest has 93 days, and three days are a margin.
 */
const RECENT_MS = 96 * DAY_MS;

interface Owner {
  readonly id: string;
}

/** Limits the forms in the history. Without any field, the history shows all forms. */
interface HistoryFilter {
  /** Forms logged before this instant (ISO). */
  readonly to?: string;
  /** Forms with a note that contains this text. */
  readonly search?: string;
}

const EVERYTHING: HistoryFilter = {};

type FormDaysAnswer = Answer<'getFormDays'>;
const NO_DAYS: FormDaysAnswer = { days: [], older: null, newer: null };

/** Forms, newest first, in pages. */
export function useFormHistory(user: Owner, { to, search } = EVERYTHING) {
  const client = useQueryClient();
  return useInfiniteQuery({
    queryKey: keys.forms(
      user.id,
      'history',
      ...(search ? ['notes', search] : to ? ['before', to] : []),
    ),
    queryFn: async ({ pageParam: cursor, signal }) => {
      const part = { userId: user.id, limit: HISTORY_PAGE, cursor };
      const page = search
        ? call('searchForms', { ...part, search }, signal)
        : call('getUserForms', { ...part, to }, signal);
      try {
        return await emptyWhereNotFound<Form[]>(client, page, []);
      } catch (error) {
        if (search || isAnswer(error)) throw error;
        const kept = to ? keptPageBefore(client, user, { to, cursor }) : [];
        if (kept.length > 0) return kept;
        if (!cursor || to || !isRestored(client)) throw error;
        return keptPageAfter(client, user, cursor);
      }
    },
    staleTime: PAGE_FRESH_MS,
    // The shown forms stay while the forms of another month or search are fetched, so that the page does not jump.
    placeholderData: formerAnswerOf(user.id),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: nextAfter,
  });
}

/** Where the next page of the history begins; undefined after the last one. */
function nextAfter(page: readonly Form[]): string | undefined {
  return page.at(-1)?.next ?? (page.length < HISTORY_PAGE ? undefined : page.at(-1)?.cursor);
}

/** The days of a month, 'YYYY-MM', that have forms. Until the server has answered, those of the stored forms. */
export function useFormDays(user: Owner, month: string) {
  const client = useQueryClient();
  const { first, last } = daysOfMonth(month);
  const query = useQuery({
    queryKey: keys.forms(user.id, 'days', month),
    queryFn: ({ signal }) => {
      const answer = call('getFormDays', { userId: user.id, from: first, to: last }, signal);
      return emptyWhereNotFound<FormDaysAnswer>(client, answer, NO_DAYS);
    },
    initialData: () => keptFormDays(client, user, month),
    initialDataUpdatedAt: 0,
  });
  return { ...query, isOfDevice: query.dataUpdatedAt === 0 };
}

/** The form with a Form #; null if there is none. */
export function useNumberedForm(user: Owner, formNumber: number | undefined) {
  const client = useQueryClient();
  return useQuery({
    queryKey: keys.forms(user.id, 'number', formNumber),
    queryFn: async ({ signal }) => {
      const found = call('getUserForms', { userId: user.id, formNumber }, signal);
      return (await emptyWhereNotFound<Form[]>(client, found, []))[0] ?? null;
    },
    enabled: formNumber !== undefined,
  });
}

/**
 * All forms logged within a span.
 *
 * @param select picks what the caller needs; pass the same function each time, so that its result is reused
 */
export function useFormsWithin<Selected>(
  user: Owner,
  span: Span,
  select: (forms: Form[]) => Selected,
) {
  const client = useQueryClient();
  return useQuery({
    queryKey: keys.forms(user.id, 'within', span.from, span.to),
    queryFn: ({ signal }) => fetchFormsWithin(client, user, span, signal),
    select,
    // The forms of the history need no request, nor do those of the last months just after they were fetched.
    initialData: () => formsInPage(client, user, span)?.forms,
    initialDataUpdatedAt: () => formsInPage(client, user, span)?.at,
    // The same forms again draw no chart again.
    structuralSharing: (before, now) => (isSame(before, now) ? before : now),
    staleTime: WINDOW_FRESH_MS,
    enabled: span.from < span.to,
  });
}

async function fetchFormsWithin(
  client: QueryClient,
  { id: userId }: Owner,
  span: { readonly from: number; readonly to?: number },
  signal: AbortSignal,
): Promise<Form[]> {
  const from = new Date(span.from).toISOString();
  const to = span.to === undefined ? undefined : new Date(span.to).toISOString();
  const fetchPage = (cursor: string | undefined) => {
    const input = { userId, from, to, limit: WINDOW_PAGE, cursor };
    return emptyWhereNotFound<Form[]>(client, call('getUserForms', input, signal), []);
  };
  return await allPages(fetchPage, (page) =>
    page.length < WINDOW_PAGE ? undefined : page.at(-1)?.cursor,
  );
}

/** The forms since an instant, newest first. */
interface Recent {
  readonly from: number;
  readonly forms: readonly Form[];
}

/**
 * Fetches and stores the forms of the last three months, for other timeframes of the charts, and for a page that is
 * opened later without a network.
 *
 * @param isReady false while the page still fetches what it shows
 */
export function useRecentForms(user: Owner, isReady: boolean): void {
  const client = useQueryClient();
  useQuery({
    queryKey: keys.forms(user.id, 'recent'),
    queryFn: async ({ signal }): Promise<Recent> => {
      const from = Date.now() - RECENT_MS;
      const forms = await fetchFormsWithin(client, user, { from }, signal);
      // Looks up the offsets of the zones now, so that the first chart of these days need not. `Intl` takes long.
      whenIdle(() => forms.forEach(ratedForm));
      return { from, forms };
    },
    enabled: isReady,
    structuralSharing: false,
    // The caller renders nothing from this query, so no change of the query needs a render.
    notifyOnChangeProps: [],
  });
}

function keptForms(client: QueryClient, { id }: Owner): Recent | undefined {
  return client.getQueryData<Recent>(keys.forms(id, 'recent'));
}

/** Forms, and when they were fetched (ms). */
interface InPage {
  readonly forms: Form[];
  readonly at: number;
}

/** The forms within a span that the page has already, if it has them all. */
function formsInPage(client: QueryClient, user: Owner, span: Span): InPage | undefined {
  return newestForms(client, user, span) ?? keptFormsWithin(client, user, span);
}

function keptFormsWithin(client: QueryClient, { id }: Owner, span: Span): InPage | undefined {
  const state = client.getQueryState<Recent>(keys.forms(id, 'recent'));
  if (!state?.data || state.data.from > span.from) return undefined;
  return { forms: formsWithin(state.data.forms, span), at: fetchedAt(state) };
}

/** The forms within a span from the first page of the history, if it goes back so far. */
function newestForms(client: QueryClient, { id }: Owner, span: Span): InPage | undefined {
  const state = client.getQueryState<Pages>(keys.forms(id, 'history'));
  // With further pages, the time is that of the last one.
  const page = state?.data?.pages.length === 1 ? state.data.pages[0] : undefined;
  if (!state || !page) return undefined;
  if (nextAfter(page) && Date.parse(page.at(-1)?.date ?? '') >= span.from) return undefined;
  return { forms: formsWithin(page, span), at: fetchedAt(state) };
}

function fetchedAt({ dataUpdatedAt, isInvalidated }: QueryState<unknown>): number {
  return isInvalidated ? 0 : dataUpdatedAt;
}

/** Compared as texts, because a comparison of each field of hundreds of forms would be slow. */
function isSame(before: unknown, now: unknown): boolean {
  return before !== undefined && JSON.stringify(before) === JSON.stringify(now);
}

type Pages = InfiniteData<Form[]>;

function formsWithin(forms: readonly Form[], { from, to }: Span): Form[] {
  return forms.filter(({ date }) => from <= Date.parse(date) && Date.parse(date) < to);
}

/** The days of a month from the forms that are stored on this device; undefined if none of its days is stored. */
function keptFormDays(client: QueryClient, user: Owner, month: string): FormDaysAnswer | undefined {
  const kept = keptForms(client, user);
  const range = daysOfMonth(month);
  if (!kept || isoOf(kept.from).slice(0, 'YYYY-MM-DD'.length) > range.last) return undefined;
  const days = new FormDays();
  for (const form of kept.forms) days.add(ratedForm(form));
  const months = kept.forms.map(({ date, timeZone }) =>
    monthOf(dateOf(Date.parse(date), timeZone)),
  );
  return {
    days: days.within(range),
    older: months.find((each) => each < month) ?? null,
    newer: months.filter((each) => each > month).at(-1) ?? null,
  };
}

/** The first day of which all forms are stored on this device; undefined if there are none. */
export function keptSince(
  client: QueryClient,
  user: Owner,
  zone: string,
): CalendarDate | undefined {
  const kept = keptForms(client, user);
  return kept && addDays(dateOf(kept.from, zone), 1);
}

/** The next page of the history, from the forms that are stored on this device. */
function keptPageAfter(client: QueryClient, user: Owner, after: string): Form[] {
  const forms = keptForms(client, user)?.forms ?? [];
  const index = forms.findIndex(({ cursor }) => cursor === after);
  return index < 0 ? [] : forms.slice(index + 1, index + 1 + HISTORY_PAGE);
}

/** A page of the forms before an instant, from those that are stored on this device. */
function keptPageBefore(
  client: QueryClient,
  user: Owner,
  { to, cursor }: { readonly to: string; readonly cursor: string | undefined },
): Form[] {
  if (cursor) return keptPageAfter(client, user, cursor);
  const forms = keptForms(client, user)?.forms ?? [];
  return forms.filter(({ date }) => date < to).slice(0, HISTORY_PAGE);
}

/** Fetches one form again after a version conflict. */
export function useReloadForm(user: Owner) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (formNumber: number) => {
      const [form] = await call('getUserForms', { userId: user.id, formNumber });
      if (!form) throw new Error('The form was deleted');
      return form;
    },
    onSuccess: () => client.invalidateQueries({ queryKey: keys.forms(user.id) }),
  });
}

/** Deletes a form. The mutation succeeds after the lists have been fetched again. */
export function useDeleteForm(user: Owner) {
  const client = useQueryClient();
  return useMutation({
    meta: { showsOwnError: true },
    mutationFn: (formNumber: number) => call('deleteForm', { userId: user.id, formNumber }),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.forms(user.id) }),
  });
}

/**
 * Returns an empty answer for a 404 (SPEC). A 404 means that another person has signed in on this browser or that a
 * caregiver's access has ended, so the session is fetched again.
 */
async function emptyWhereNotFound<Found>(
  client: QueryClient,
  found: Promise<Found>,
  empty: Found,
): Promise<Found> {
  try {
    return await found;
  } catch (error) {
    if (!isStatus(error, 404)) throw error;
    client.invalidateQueries({ queryKey: keys.session });
    return empty;
  }
}

/** A form as the averages use it. */
export function ratedForm({
  date,
  timeZone,
  symptomData,
}: Pick<Form, 'date' | 'timeZone' | 'symptomData'>): RatedForm {
  return {
    localTime: localTimeOf(Date.parse(date), timeZone),
    ratings: Object.values(symptomData),
  };
}

/** Refreshes history and charts after forms have changed. */
export function useFormsChanged(userId: string): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await renewSession(client);
    await client.invalidateQueries({ queryKey: keys.forms(userId) });
  };
}
