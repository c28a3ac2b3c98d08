import {
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { Input } from '../../contract/endpoints.ts';
import type { Form } from '../../contract/entities.ts';
import { SYMPTOM_KEYS } from '../../domain/symptoms.ts';
import type { Span } from '../../domain/windows.ts';
import { call, isStatus } from './client.ts';
import type { Entries, OpenForm } from './device.ts';
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

type NewForm = Omit<Input<'saveSymptomForm'>, 'userId'>;

/** The server has this form already, and with other values than this device ever sent. */
export class SavedOtherwise extends Error {
  override readonly name = 'SavedOtherwise';
  readonly form: Form;

  constructor(form: Form) {
    super(`Form #${form.formNumber} was saved before, with other values.`);
    this.form = form;
  }
}

/**
 * Saves a new form, once: the same `submissionId` again answers with what the first one made. Where that
 * was sent from here, and the form was changed after its answer was lost, the change is made as an edit.
 *
 * @param sent what was submitted before under the same id
 * @throws SavedOtherwise where the form was saved or changed from elsewhere: that is not overwritten
 */
export async function saveNewForm(
  userId: string,
  form: NewForm,
  sent: readonly NewForm['formData'][],
): Promise<Form> {
  const saved = await call('saveSymptomForm', { userId, ...form });
  if (holds(saved, form.formData)) return saved;
  const isOurs = sent.some((earlier) => holds(saved, earlier));
  // An edit goes by slots, and another symptom may be in one of them by now.
  if (!isOurs || !hasSameNames(saved, form.formData)) throw new SavedOtherwise(saved);
  try {
    return await editForm(userId, saved, form.formData);
  } catch (error) {
    if (!isStatus(error, 409)) throw error;
    throw new SavedOtherwise(await call('saveSymptomForm', { userId, ...form }));
  }
}

/** Whether a form holds just these values. */
function holds(form: Form, formData: NewForm['formData']): boolean {
  const { symptomData } = form;
  if (!hasSameNames(form, formData)) return false;
  return SYMPTOM_KEYS.every((key) => {
    const [kept, sent] = [symptomData[key], formData[key]];
    return sent?.severity === kept?.severity && (sent?.notes ?? '') === (kept?.notes ?? '');
  });
}

function hasSameNames({ symptomData }: Form, formData: NewForm['formData']): boolean {
  return SYMPTOM_KEYS.every((key) => symptomData[key]?.name === formData[key]?.name);
}

/** Changes a form. An edit whose answer was lost may be made again (DECISIONS 16). */
async function editForm(userId: string, form: Form, formData: NewForm['formData']): Promise<Form> {
  const { formNumber, rowIndex, sheetName, version } = form;
  const answer = await call('updateSymptoms', {
    userId,
    action: 'form',
    formData: { ...formData, formNumber },
    rowIndex,
    sheetName,
    version,
  });
  return answer as Form;
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

/** Saves a new form, or the changes to one. */
export function useSaveForm(user: Owner) {
  const client = useQueryClient();
  const formsChanged = useFormsChanged(user.id);
  return useMutation({
    mutationFn: async ({ form: { edited, sent, submissionId, loggedAt }, formData }: Submitted) => {
      if (edited) return await editForm(user.id, edited, formData);
      const form = { formData, submissionId, ...(loggedAt && { loggedAt }) };
      return await saveNewForm(user.id, form, sent);
    },
    // It is saved, however long the lists take to show it.
    onSuccess: () => void formsChanged(),
    // Someone else has signed in on this browser.
    onError: (error) => isStatus(error, 404) && client.invalidateQueries({ queryKey: SESSION_KEY }),
  });
}

interface Submitted {
  readonly form: OpenForm;
  readonly formData: Entries;
}
