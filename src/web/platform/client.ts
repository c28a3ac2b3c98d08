import { type CallName, calls } from '../../contract/calls.ts';
import type { Answer, CodeAnswer, Input } from '../../contract/endpoints.ts';
import { noteCall } from './connection.ts';

/** An error response. If our server sent it, the message is the server's, written for people. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** The whole body of the response. */
  readonly answer: unknown;
  /** Whether our server sent the response, and not a proxy or the sign-in page of a network. */
  readonly isOurs: boolean;

  constructor(status: number, answer: unknown) {
    const { error } = (answer ?? {}) as { error?: unknown };
    const isOurs = typeof error === 'string';
    super(isOurs ? error : `HTTP error! status: ${status}`);
    this.status = status;
    this.answer = answer;
    this.isOurs = isOurs;
  }
}

/** How long to wait for an answer (ms). A save without an answer may be repeated, because saves are idempotent. */
const PATIENCE_MS = 30_000;

/**
 * Makes a call of the contract.
 *
 * @throws ApiError for an error response; the browser's own error if no answer arrives within `PATIENCE_MS`, if the
 * network fails, or if `signal` aborts the call
 */
export async function call<Name extends CallName>(
  name: Name,
  input: Input<Name>,
  signal?: AbortSignal,
): Promise<Answer<Name> | CodeAnswer<Name>> {
  const { method, path } = calls[name];
  const giveUp = new AbortController();
  const patience = setTimeout(() => giveUp.abort(), PATIENCE_MS);
  const cancel = () => giveUp.abort();
  signal?.addEventListener('abort', cancel);
  try {
    const response =
      method === 'GET'
        ? await fetch(`${path}${query(input)}`, { signal: giveUp.signal })
        : await fetch(path, {
            method,
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(input),
            signal: giveUp.signal,
          });
    if (!response.ok) throw await refusal(response);
    const answer = (await response.json()) as Answer<Name> | CodeAnswer<Name>;
    noteCall(true);
    return answer;
  } catch (error) {
    if (!signal?.aborted) noteCall(isAnswer(error));
    throw error;
  } finally {
    clearTimeout(patience);
    signal?.removeEventListener('abort', cancel);
  }
}

function query(input: object): string {
  const given = Object.entries(input).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString();
  return text && `?${text}`;
}

/** Turns an error response into an error. */
export async function refusal(response: Response): Promise<ApiError> {
  return new ApiError(response.status, await response.json().catch(() => undefined));
}

/** Shown when the answer to a call was lost. The call may have succeeded or failed. */
export const UNKNOWN_OUTCOME =
  'The connection was lost, so we can’t tell whether that worked. Please try again.';

/** Whether our server answered. An answer of a proxy counts as a network failure. */
export function isAnswer(error: unknown): error is ApiError {
  return error instanceof ApiError && error.isOurs;
}

/** The text of an error for a person: the server's message if our server answered, else `otherwise`. */
export function serverMessage(error: unknown, otherwise: string): string {
  return isAnswer(error) ? error.message : otherwise;
}

/**
 * Returns `message` if the server's error message is the same text, else ''. The caller can thus show this error beside
 * the field that caused it.
 */
export function refusalOf(error: unknown, { message }: { readonly message: string }): string {
  return serverMessage(error, '') === message ? message : '';
}

/**
 * The text of an error for a person: the server's message if our server rejected the call (4xx), else
 * `otherwise`.
 */
export function messageOf(error: unknown, otherwise: string): string {
  return isAnswer(error) && error.status < 500 ? error.message : otherwise;
}

/** Whether our server answered with this status. */
export function isStatus(error: unknown, status: number): boolean {
  return isAnswer(error) && error.status === status;
}
