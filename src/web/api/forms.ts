import {
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { Form } from '../../contract/entities.ts';
import type { Span } from '../../domain/windows.ts';
import { call, isStatus } from './client.ts';
import { keys } from './keys.ts';

/** The page size of the history. */
const HISTORY_PAGE = 10;
/** The page size of a window of time, so that ten years are not fetched in one answer. */
const WINDOW_PAGE = 1000;
/**
 * Someone who switches between windows of time gets the cached forms. A save in this tab invalidates them.
 */
const WINDOW_FRESH_MS = 10_000;

interface Owner {
  readonly id: string;
}

/** What the history shows: everything by default. */
export interface HistoryFilter {
  /** Forms logged before this instant (ISO). */
  readonly to?: string;
  /** Forms with a note that contains this text. */
  readonly search?: string;
}

const EVERYTHING: HistoryFilter = {};

/** Forms, newest first, in pages. */
export function useFormHistory(user: Owner, { to, search } = EVERYTHING) {
  const client = useQueryClient();
  return useInfiniteQuery({
    queryKey: keys.forms(user.id, 'history', to, search),
    queryFn: ({ pageParam: cursor, signal }) => {
      const part = { userId: user.id, limit: HISTORY_PAGE, cursor };
      return emptyWhereNotFound(
        client,
        search
          ? call('searchForms', { ...part, search }, signal)
          : call('getUserForms', { ...part, to }, signal),
      );
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: Form[]) =>
      page.length < HISTORY_PAGE ? undefined : page.at(-1)?.cursor,
  });
}

/** The months that have forms, newest first: '2026-11'. */
export function useFormMonths(user: Owner) {
  return useQuery({
    queryKey: keys.forms(user.id, 'months'),
    queryFn: ({ signal }) => call('getFormMonths', { userId: user.id }, signal),
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
    queryFn: async ({ signal }) => {
      const from = new Date(span.from).toISOString();
      const to = new Date(span.to).toISOString();
      const forms: Form[] = [];
      let cursor: string | undefined;
      do {
        const input = { userId: user.id, from, to, limit: WINDOW_PAGE, cursor };
        const page = await emptyWhereNotFound(client, call('getUserForms', input, signal));
        forms.push(...page);
        cursor = page.length < WINDOW_PAGE ? undefined : page.at(-1)?.cursor;
      } while (cursor !== undefined);
      return forms;
    },
    select,
    // Comparing hundreds of forms with those of another window would be slow.
    structuralSharing: false,
    staleTime: WINDOW_FRESH_MS,
    enabled: span.from < span.to,
  });
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

/** Deletes or restores a form. */
export function useSetDeleted(user: Owner) {
  const client = useQueryClient();
  return useMutation({
    meta: { showsOwnError: true },
    mutationFn: ({ formNumber, isDeleted }: { formNumber: number; isDeleted: boolean }) =>
      call(isDeleted ? 'deleteForm' : 'restoreForm', { userId: user.id, formNumber }),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.forms(user.id) }),
  });
}

/** The forms that were deleted in the last 30 days, the last deleted first. */
export function useDeletedForms(user: Owner) {
  return useQuery({
    queryKey: keys.forms(user.id, 'deleted'),
    queryFn: ({ signal }) => call('getDeletedForms', { userId: user.id }, signal),
  });
}

/**
 * Returns an empty list for a 404 (SPEC). As a 404 can only mean that another person has signed in on this
 * browser, the session is fetched again.
 */
async function emptyWhereNotFound(client: QueryClient, forms: Promise<Form[]>): Promise<Form[]> {
  try {
    return await forms;
  } catch (error) {
    if (!isStatus(error, 404)) throw error;
    client.invalidateQueries({ queryKey: keys.session });
    return [];
  }
}

/** Refreshes history and charts after forms have changed. */
export function useFormsChanged(userId: string): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    // If the session had ended, the person has signed in again in another window.
    if (client.getQueryData(keys.session) === null) {
      await client.refetchQueries({ queryKey: keys.session });
    }
    await client.invalidateQueries({ queryKey: keys.forms(userId) });
  };
}
