import { type CallName, calls } from '../../contract/calls.ts';
import type { Answer, Input } from '../../contract/endpoints.ts';
import { ApiError, refusal } from './client.ts';

/** The progress of a long-running call: `done` of `total` steps. */
export interface Progress {
  readonly done: number;
  readonly total: number;
}

export interface LongWork {
  readonly onProgress: (progress: Progress) => void;
  /** Cancels the work, here and on the server. */
  readonly signal: AbortSignal;
}

/** Asks the server for one JSON line per progress report, and the usual answer as the last line. */
const PROGRESS_TYPE = 'application/x-ndjson';

type Line<Name extends CallName> =
  | { readonly progress: Progress }
  | { readonly success: false; readonly error: string }
  | Answer<Name>;

/**
 * Makes a long-running call of the contract.
 *
 * @throws ApiError if the server rejects the call; the browser's own error if the server cannot be reached or
 * the call was cancelled
 */
export async function callLong<Name extends CallName>(
  name: Name,
  input: Input<Name>,
  { onProgress, signal }: LongWork,
): Promise<Answer<Name>> {
  const { method, path } = calls[name];
  const response = await fetch(path, {
    method,
    headers: { 'content-type': 'application/json', accept: PROGRESS_TYPE },
    body: JSON.stringify(input),
    signal,
  });
  if (!response.ok) throw await refusal(response);
  for await (const text of linesOf(response)) {
    const line = JSON.parse(text) as Line<Name>;
    if (typeof line === 'object' && line !== null && 'progress' in line) {
      onProgress(line.progress);
    } else if (typeof line === 'object' && line !== null && 'error' in line) {
      throw new ApiError(500, line);
    } else {
      return line as Answer<Name>;
    }
  }
  throw new Error('The answer ended before its last line');
}

async function* linesOf(response: Response): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const bytes of bytesOf(response)) {
    const [end = '', ...begun] = decoder.decode(bytes, { stream: true }).split('\n');
    rest += end;
    for (const line of begun) {
      yield rest;
      rest = line;
    }
  }
  if (rest) yield rest;
}

/** The chunks of a response body, as they arrive. */
export async function* bytesOf(response: Response): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = response.body?.getReader();
  if (!reader) return;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    reader.releaseLock();
  }
}
