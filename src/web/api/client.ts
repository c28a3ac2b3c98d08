import { type CallName, calls } from '../../contract/calls.ts';
import type { Answer, CodeAnswer, Input } from '../../contract/endpoints.ts';

/** An answer other than success. The message is the server's, written for people. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** All that the server said beside it. */
  readonly answer: unknown;
  /** Whether the server said so, and not something on the way: a proxy, or the sign-in page of a network. */
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

/** How long to wait for an answer. Trying a save again after that is safe: it can only be made once. */
const PATIENCE_MS = 30_000;

/**
 * Makes a call of the contract.
 *
 * @throws ApiError where the server refuses; the browser's own error where it cannot be reached in time
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
    return (await response.json()) as Answer<Name> | CodeAnswer<Name>;
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

/** What a refusal says. */
export async function refusal(response: Response): Promise<ApiError> {
  return new ApiError(response.status, await response.json().catch(() => undefined));
}

/** Where an answer did not arrive, nobody can say whether what was asked for was done. */
export const UNKNOWN_OUTCOME =
  'The connection was lost, so we can’t tell whether that worked. Please try again.';

/** What to tell a person: whatever the server said, else `otherwise`. */
export function serverMessage(error: unknown, otherwise: string): string {
  return error instanceof ApiError ? error.message : otherwise;
}

/** What to tell a person: the server's words where they did something it refuses, else `otherwise`. */
export function messageOf(error: unknown, otherwise: string): string {
  return error instanceof ApiError && error.status < 500 ? error.message : otherwise;
}

/** Whether the server itself answered with a status. */
export function isStatus(error: unknown, status: number): boolean {
  return error instanceof ApiError && error.isOurs && error.status === status;
}
