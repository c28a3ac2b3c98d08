import { type CallName, calls } from '../../contract/calls.ts';
import type { Answer, Input } from '../../contract/endpoints.ts';

/** An answer other than success. The message is the server's, written for people. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/**
 * Makes a call of the contract.
 *
 * @throws ApiError where the server refuses; the browser's own TypeError where it cannot be reached
 */
export async function call<Name extends CallName>(
  name: Name,
  input: Input<Name>,
  signal?: AbortSignal,
): Promise<Answer<Name>> {
  const { method, path } = calls[name];
  const response =
    method === 'GET'
      ? await fetch(`${path}${query(input)}`, { signal: signal ?? null })
      : await fetch(path, {
          method,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(input),
        });
  if (!response.ok) throw new ApiError(response.status, await errorText(response));
  return (await response.json()) as Answer<Name>;
}

function query(input: object): string {
  const given = Object.entries(input).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString();
  return text && `?${text}`;
}

async function errorText(response: Response): Promise<string> {
  const otherwise = `HTTP error! status: ${response.status}`;
  try {
    const { error } = (await response.json()) as { error?: unknown };
    return typeof error === 'string' ? error : otherwise;
  } catch {
    return otherwise;
  }
}

/** What to tell a person: the server's words where they did something it refuses, else `otherwise`. */
export function messageOf(error: unknown, otherwise: string): string {
  return error instanceof ApiError && error.status < 500 ? error.message : otherwise;
}

export function isStatus(error: unknown, status: number): boolean {
  return error instanceof ApiError && error.status === status;
}
