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
import { SESSION_KEY } from './session.ts';

/** As many as the history shows before someone asks for more. */
const HISTORY_PAGE = 10;
/** A window is fetched in pages too, so that ten years come in bites. */
const WINDOW_PAGE = 1000;
/** Who goes back and forth between windows sees what has just come: what is saved here is asked for in any case. */
const WINDOW_FRESH_MS = 10_000;

interface Owner {
  readonly id: string;
}

function formsKey({ id }: Owner, ...rest: unknown[]) {
  return ['forms', id, ...rest];
}

/** Forms, newest first, a page at a time. */
export function useFormHistory(user: Owner) {
  const client = useQueryClient();
  return useInfiniteQuery({
    queryKey: formsKey(user, 'history'),
    queryFn: ({ pageParam, signal }) =>
      emptyWhereNotFound(
        client,
        call('getUserForms', { userId: user.id, limit: HISTORY_PAGE, before: pageParam }, signal),
      ),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page: Form[]) =>
      page.length < HISTORY_PAGE ? undefined : page.at(-1)?.formNumber,
  });
}

/**
 * All forms logged within a span.
 *
 * @param select what is needed of them; the same function each time, and it is asked once
 */
export function useFormsWithin<Selected>(
  user: Owner,
  span: Span,
  select: (forms: Form[]) => Selected,
) {
  const client = useQueryClient();
  return useQuery({
    queryKey: formsKey(user, 'within', span.from, span.to),
    queryFn: async ({ signal }) => {
      const from = new Date(span.from).toISOString();
      const to = new Date(span.to).toISOString();
      const forms: Form[] = [];
      let before: number | undefined;
      do {
        const input = { userId: user.id, from, to, limit: WINDOW_PAGE, before };
        const page = await emptyWhereNotFound(client, call('getUserForms', input, signal));
        forms.push(...page);
        before = page.length < WINDOW_PAGE ? undefined : page.at(-1)?.formNumber;
      } while (before !== undefined);
      return forms;
    },
    select,
    // Hundreds of forms would be compared with those of another window.
    structuralSharing: false,
    staleTime: WINDOW_FRESH_MS,
    enabled: span.from < span.to,
  });
}

/** Fetches one form anew, because it was changed somewhere else. */
export function useReloadForm(user: Owner) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (formNumber: number) => {
      const [form] = await call('getUserForms', {
        userId: user.id,
        before: formNumber + 1,
        limit: 1,
      });
      // Where it is gone, the one before it comes.
      if (form?.formNumber !== formNumber) throw new Error('The form is gone');
      return form;
    },
    onSuccess: () => client.invalidateQueries({ queryKey: formsKey(user) }),
  });
}

/**
 * Not found is an empty list, as the spec says; and because that can only mean that someone else has
 * signed in on this browser, it is looked up who is here.
 */
async function emptyWhereNotFound(client: QueryClient, forms: Promise<Form[]>): Promise<Form[]> {
  try {
    return await forms;
  } catch (error) {
    if (!isStatus(error, 404)) throw error;
    client.invalidateQueries({ queryKey: SESSION_KEY });
    return [];
  }
}

/** What to do once forms have changed: history and charts are refreshed. */
export function useFormsChanged(userId: string): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    // Where the session had ended, someone has signed in again in another window.
    if (client.getQueryData(SESSION_KEY) === null) {
      await client.refetchQueries({ queryKey: SESSION_KEY });
    }
    await client.invalidateQueries({ queryKey: ['forms', userId] });
  };
}
