import { calls } from '../../../../contract/calls.ts';
import { endpoints } from '../../../../contract/endpoints.ts';
import type { Form } from '../../../../contract/entities.ts';
import { type ErrorCode, errors } from '../../../../contract/errors.ts';

/** What happens to the next request, other than a normal answer. */
export type Outcome =
  /** The request does not arrive. */
  | { readonly kind: 'lost' }
  /** The request arrives, but its answer does not. */
  | { readonly kind: 'answer lost' }
  | { readonly kind: 'refused'; readonly error: ErrorCode }
  /** A proxy or a captive portal answers instead of our server. */
  | { readonly kind: 'proxy'; readonly status: number; readonly body: string }
  /** The request arrives, and its answer is delayed until `until` resolves. */
  | { readonly kind: 'held'; readonly until: Promise<unknown> }
  /** Another device saves other values under the same id, and this request does not arrive. */
  | { readonly kind: 'saved elsewhere'; readonly formData: FormData };

type FormData = ReturnType<typeof endpoints.saveSymptomForm.input.parse>['formData'];

export const USER = '0198a000-0000-7000-8000-000000000001';

/**
 * A server for one person's forms, in place of `fetch`. Every request and every answer is parsed by the contract's
 * own schema.
 */
export class FormServer {
  readonly forms: Form[] = [];
  /** The inputs of all `saveSymptomForm` requests, including those that did not arrive. */
  readonly sent: ReturnType<typeof endpoints.saveSymptomForm.input.parse>[] = [];
  /** The outcomes of the next requests, in order; `otherwise` applies after them. */
  readonly outcomes: Outcome[] = [];
  otherwise: Outcome | undefined;

  readonly fetch = async (address: string, { body }: RequestInit = {}): Promise<Response> => {
    const name = (['saveSymptomForm', 'updateSymptoms'] as const).find(
      (call) => calls[call].path === address,
    );
    if (!name) throw new Error(`${address} is not answered here`);
    const { input, answer, status } = endpoints[name];
    const parsed = input.parse(JSON.parse(String(body)));
    if (name === 'saveSymptomForm') this.sent.push(endpoints.saveSymptomForm.input.parse(parsed));
    const outcome = this.outcomes.shift() ?? this.otherwise;
    if (outcome?.kind === 'lost') throw new TypeError('Failed to fetch');
    if (outcome?.kind === 'refused') return refusal(outcome.error);
    if (outcome?.kind === 'proxy') return new Response(outcome.body, { status: outcome.status });
    if (outcome?.kind === 'saved elsewhere') {
      this.#save({ ...endpoints.saveSymptomForm.input.parse(parsed), formData: outcome.formData });
      throw new TypeError('Failed to fetch');
    }
    const made = name === 'saveSymptomForm' ? this.#save(parsed as Saved) : this.#edit(parsed);
    if (outcome?.kind === 'answer lost') throw new TypeError('Failed to fetch');
    if (outcome?.kind === 'held') await outcome.until;
    if (made === 'formChanged') return refusal(made);
    return Response.json(answer.parse(made), { status });
  };

  /** Deletes a form, as another device does. */
  delete(formNumber: number): void {
    const index = this.forms.findIndex((form) => form.formNumber === formNumber);
    const form = this.forms[index];
    if (form) this.forms[index] = { ...form, deletedAt: new Date().toISOString() };
  }

  #save({ formData, submissionId, loggedAt, enteredAt, timeZone = 'UTC' }: Saved): Form {
    const before = this.forms.find(({ id }) => id === submissionId);
    if (before) return before;
    const now = new Date().toISOString();
    const formNumber = this.forms.length + 1;
    const saved: Form = {
      id: submissionId ?? '',
      formNumber,
      date: loggedAt ?? enteredAt ?? now,
      enteredAt: enteredAt ?? now,
      timeZone,
      ...contentOf(formData),
      author: 'self',
      version: 1,
      cursor: '',
      rowIndex: formNumber + 1,
      sheetName: 'Ada',
    };
    this.forms.push(saved);
    return saved;
  }

  #edit(input: unknown): Form | 'formChanged' {
    const edit = endpoints.updateSymptoms.input.parse(input);
    if (edit.action !== 'form') throw new Error(`${edit.action} is not answered here`);
    const { formNumber, ...formData } = edit.formData;
    const index = this.forms.findIndex((form) => form.formNumber === formNumber);
    const former = this.forms[index];
    if (!former || former.version !== edit.version) return 'formChanged';
    const date = edit.loggedAt ?? former.date;
    const content = contentOf(formData as FormData);
    const edited = { ...former, ...content, date, version: former.version + 1 };
    this.forms[index] = edited;
    return edited;
  }
}

type Saved = ReturnType<typeof endpoints.saveSymptomForm.input.parse>;

function contentOf(formData: FormData): Pick<Form, 'symptoms' | 'symptomData'> {
  const ratings = Object.entries(formData).map(
    ([key, { name, severity, notes = '' }]) => [key, { name, severity, notes }] as const,
  );
  return {
    symptoms: ratings.map(([, { name }]) => name),
    symptomData: Object.fromEntries(ratings),
  };
}

function refusal(code: ErrorCode): Response {
  const { status, message } = errors[code];
  return Response.json({ error: message }, { status });
}
